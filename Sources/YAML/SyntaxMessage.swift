import Diagnostics

/// Says libyaml's faults in words that tell what to put right, as far as the text round the fault shows it.
struct SyntaxMessage {
  let text: SourceLines
  private let fault: SyntaxFault
  /// The scalar that was read last.
  private let last: YAMLScalar?
  /// Where the innermost list or mapping that is open begins.
  private let collection: Int?

  static func diagnostic(
    for fault: SyntaxFault, in source: SourceText, after last: YAMLScalar?, inside collection: Int?
  ) -> Diagnostic {
    SyntaxMessage(text: SourceLines(source), fault: fault, last: last, collection: collection).diagnostic()
  }

  private func diagnostic() -> Diagnostic {
    if let found = tab() { return found }
    switch fault.context {
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return inQuotes()
    case "while scanning a block scalar": return inBlock()
    case "while scanning a directive", "while parsing a %TAG directive", "while scanning a %YAML directive":
      return inDirective()
    case "while scanning an anchor", "while scanning an alias":
      let sign = text.character(at: fault.contextOffset)
      return error(
        "'\(sign)' without a name of letters, digits, '-' and '_'", fault.contextOffset..<fault.contextOffset + 1,
        reason: sign == "*" ? "it begins an alias" : "it begins an anchor", hint: needsQuotes(sign))
    case "while scanning a tag", "while parsing a tag":
      return error("malformed tag", text.word(at: fault.contextOffset), hint: needsQuotes("!"))
    default: break
    }
    switch fault.problem {
    case "mapping values are not allowed in this context": return unexpectedColon()
    case "could not find expected ':'": return keyWithoutColon()
    case "block sequence entries are not allowed in this context":
      return error(
        "a list cannot begin here", word, reason: "its first '- ' stands on a line of its own",
        hint: "begin it on the next line, or write [ … ]; text that begins with '- ' needs quotes")
    case "mapping keys are not allowed in this context":
      return error("'? ' cannot stand here", word, reason: "it begins a key", hint: needsQuotes("? "))
    case "found character that cannot start any token":
      let sign = text.character(at: fault.offset)
      return error("text cannot begin with '\(sign)'", word, hint: "put it in quotes")
    case "found unexpected ':'":
      return error(
        "a ':' without a space behind it", fault.offset..<fault.offset + 1,
        hint: "write a space behind it, or put the text in quotes")
    case "found undefined tag handle":
      return error("unknown tag \(quoted(text.text(word)))", word, hint: needsQuotes("!"))
    case "did not find expected ',' or ']'": return inBrackets(open: "[", close: "]", wrong: "}")
    case "did not find expected ',' or '}'": return inBrackets(open: "{", close: "}", wrong: "]")
    case "did not find expected key", "did not find expected '-' indicator": return inCollection()
    case "did not find expected node content": return missingValue()
    case "did not find expected <document start>": return afterDocument()
    case "found incompatible YAML document", "found duplicate %YAML directive", "found duplicate %TAG directive":
      return inDirective()
    default: return error("malformed YAML", word, reason: fault.problem)
    }
  }

  // MARK: Tabs

  private func tab() -> Diagnostic? {
    let isTabProblem = fault.problem.contains("tab character")
    // Inside quotes and brackets a tab is a blank like any other.
    guard !fault.context.hasSuffix("a quoted scalar"), !fault.context.contains("flow") else { return nil }
    let indentation = text.indentation(ofLineAt: fault.offset)
    var range = text.firstTabs(in: indentation)
    if range == nil, isTabProblem || text.byte(at: fault.offset) == UInt8(ascii: "\t") {
      range = text.firstTabs(in: fault.offset..<text.lineEnd(fault.offset))
    }
    guard let range else { return nil }
    let isInBlock = fault.context == "while scanning a block scalar"
    return error(
      "a tab cannot indent YAML", range, reason: "how deep a line is counts in spaces",
      hint: isInBlock
        ? "use spaces, or, if the tab is text, say how many spaces stand before it, such as '|2'" : "use spaces")
  }

  // MARK: Scalars

  private func inQuotes() -> Diagnostic {
    let isSingle = text.byte(at: fault.contextOffset) == UInt8(ascii: "'")
    let opening = fault.contextOffset..<fault.contextOffset + 1
    let name = isSingle ? "single quote" : "double quote"
    switch fault.problem {
    case "found unexpected end of stream":
      return error("a \(name) that is never closed", opening, reason: "it is opened here")
    case "found unexpected document indicator":
      return error(
        "a \(name) is not closed before this line", word, notes: [note("the \(name) is opened here", opening)])
    case "found unknown escape character":
      let escape = fault.offset..<text.next(text.next(fault.offset))
      return error(
        "unknown escape \(quoted(text.text(escape))) in double quotes", escape,
        hint: "a backslash is written '\\\\'; in single quotes it is a character like any other")
    case "did not find expected hexdecimal number":
      return error(
        "an escape without enough digits", text.escape(before: fault.offset),
        reason: "\\x takes 2 hexadecimal digits, \\u 4 and \\U 8")
    case "found invalid Unicode character escape code":
      return error(
        "an escape that is no character", text.escape(before: fault.offset),
        hint: "write the character itself, or its number behind \\U with 8 digits")
    default:
      return error("malformed text in quotes", word, reason: fault.problem, notes: [note("opened here", opening)])
    }
  }

  private func inBlock() -> Diagnostic {
    if fault.problem == "found an indentation indicator equal to 0" {
      return error("a block cannot be indented by 0", fault.offset..<fault.offset + 1, hint: "write 1 to 9")
    }
    let sign = text.character(at: fault.contextOffset)
    return error(
      "text behind '\(sign)'", text.rest(ofLineFrom: fault.offset),
      reason: "the text of a block begins on the next line", hint: needsQuotes(sign))
  }

  private func inDirective() -> Diagnostic {
    let line = text.rest(ofLineFrom: text.lineStart(fault.offset))
    let message =
      switch fault.problem {
      case "found unknown directive name": "unknown directive"
      case "found incompatible YAML document": "unknown version of YAML"
      case "found duplicate %YAML directive", "found duplicate %TAG directive": "duplicate directive"
      default: "malformed directive"
      }
    return error(
      message, line, reason: "a line that begins with '%' is a directive: '%YAML 1.2', or '%TAG'",
      hint: needsQuotes("%"))
  }

  // MARK: Keys

  /// A `: ` where no key can end.
  private func unexpectedColon() -> Diagnostic {
    let start = text.lineStart(fault.offset)
    let colon = fault.offset..<fault.offset + 1
    if let earlier = text.mappingColon(in: start..<fault.offset) {
      let value = earlier + 1..<text.contentEnd(ofLineAt: fault.offset)
      return error(
        "unquoted text cannot hold ': '", colon, reason: "'key: value' fits only once on a line",
        hint: text.text(value).contains("${") ? "put the value with its template in quotes" : "put the value in quotes")
    }
    if let above = text.lineAbove(fault.offset) {
      if let missing = text.colonWithoutSpace(in: above) { return missingSpace(at: missing, in: above) }
      let key = text.contentStart(ofLineAt: fault.offset)..<fault.offset
      let depth = text.contentStart(ofLineAt: fault.offset) - start
      if text.mappingColon(in: above) != nil, depth > above.lowerBound - text.lineStart(above.lowerBound) {
        return error(
          "unexpected indentation of \(quoted(text.text(key)))", key,
          reason: "the key above has its value already, and a deeper line goes on with it",
          hint: "indent it like the key above", notes: [note("the key above", above)])
      }
      let isQuoted = last?.style != .plain && text.byte(at: fault.offset - 1).map { $0 == 0x22 || $0 == 0x27 } ?? false
      return error(
        "a key must stand on one line", key, reason: "it begins on the line above",
        notes: [note(isQuoted ? "it begins here" : "a ':' may be missing here", above)])
    }
    return error("unexpected ':'", colon, hint: "put the text in quotes")
  }

  private func keyWithoutColon() -> Diagnostic {
    let line = text.rest(ofLineFrom: fault.contextOffset)
    if let missing = text.colonWithoutSpace(in: line) { return missingSpace(at: missing, in: line) }
    let first = text.character(at: fault.contextOffset)
    if first == "\"" || first == "'", text.lineStart(fault.offset) > fault.contextOffset,
      text.text(line).dropFirst().firstIndex(of: first) == nil
    {
      return error(
        "a quoted key must stand on one line", line, hint: "is its closing quote missing?")
    }
    if first == "-", !text.isBlank(at: fault.contextOffset + 1), line.count > 1 {
      return error(
        "a space is missing behind '-'", fault.contextOffset..<fault.contextOffset + 1,
        reason: "without it, \(quoted(text.text(line))) is text and no list item")
    }
    if fault.offset - fault.contextOffset > 1024 {
      return error("a key of more than 1024 characters", line, hint: "a longer one begins with '? '")
    }
    return error(
      "\(quoted(text.text(line))) is not followed by ':'", line, reason: "each line of a mapping is 'key: value'")
  }

  private func missingSpace(at colon: Int, in line: Range<Int>) -> Diagnostic {
    error(
      "a space is missing behind ':'", colon..<colon + 1,
      reason: "without it, \(quoted(text.text(line))) is text and no key with a value")
  }

  // MARK: Collections

  private func inBrackets(open: Character, close: Character, wrong: Character) -> Diagnostic {
    let opening = fault.contextOffset..<fault.contextOffset + 1
    let openNote = note("the '\(open)' is opened here", opening)
    if fault.offset >= text.end { return neverClosed(fault.contextOffset) }
    if let template = template() { return template }
    if let found = afterQuote() { return found }
    let here = text.character(at: fault.offset)
    if here == wrong {
      return error("'\(wrong)' where '\(close)' is expected", fault.offset..<fault.offset + 1, notes: [openNote])
    }
    let isKey = here == ":"
    let found = isKey ? text.plainWord(before: fault.offset) : word
    let hint =
      text.lineStart(fault.offset) > fault.contextOffset
        && text.contentStart(ofLineAt: fault.offset) == found.lowerBound
      ? "is '\(close)' missing above this line?" : isKey ? "is ',' missing before this key?" : nil
    return error("expected ',' or '\(close)'", found, hint: hint, notes: [openNote])
  }

  private func neverClosed(_ opening: Int) -> Diagnostic {
    error(
      "a '\(text.character(at: opening))' that is never closed", opening..<opening + 1, reason: "it is opened here")
  }

  /// `{ a: ${ .b } }`: the brace of a template that is not quoted begins a mapping.
  private func template() -> Diagnostic? {
    guard text.byte(at: fault.offset) == UInt8(ascii: "{"), fault.offset > 0,
      text.byte(at: fault.offset - 1) == UInt8(ascii: "$")
    else { return nil }
    return error(
      "an unquoted template inside '{ }' or '[ ]'", fault.offset - 1..<fault.offset + 1,
      reason: "its braces belong to YAML here", hint: "put the text with the template in quotes")
  }

  private func inCollection() -> Diagnostic {
    if let found = afterQuote() ?? afterBracket() { return found }
    let isList = fault.problem == "did not find expected '-' indicator"
    let name = isList ? "list" : "mapping"
    let begin = note("the \(name) begins here", text.word(at: fault.contextOffset))
    let here = text.character(at: fault.offset)
    if here == "]" || here == "}" { return unexpectedClosing() }
    let isFirstInLine = text.contentStart(ofLineAt: fault.offset) == fault.offset
    if isFirstInLine, text.column(fault.offset) > text.column(fault.contextOffset) {
      return error(
        "the indentation of this line fits none of the lines above", word,
        reason: "it is \(spaces(text.column(fault.offset)))", notes: [begin])
    }
    if !isFirstInLine, fault.contextOffset < fault.offset {
      return error(
        "unexpected \(quoted(text.text(word)))", word, reason: "the value before it is complete",
        hint: "put the whole value in quotes")
    }
    if text.startsItem(fault.offset), !isList {
      return error(
        "a list item between the keys of a mapping", word, reason: "a mapping holds 'key: value'",
        hint: "indent the item below its key", notes: [begin])
    }
    return isList
      ? error("expected a list item", word, reason: "each item of this list begins with '- '", notes: [begin])
      : error("expected a key", word, reason: "a mapping holds 'key: value'", notes: [begin])
  }

  private func spaces(_ count: Int) -> String { count == 1 ? "1 space deep" : "\(count) spaces deep" }

  /// `'it's'`: more text right behind the quote that closes a scalar.
  private func afterQuote() -> Diagnostic? {
    guard let last, last.style == .singleQuoted || last.style == .doubleQuoted else { return nil }
    let end = last.range.end.offset
    guard end <= fault.offset, text.isBlank(end..<fault.offset), text.byte(at: fault.offset) != UInt8(ascii: ":") else {
      return nil
    }
    var notes: [Diagnostic] = []
    if last.range.start.line != last.range.end.line {
      notes = [
        note(
          "the quote is opened here; does this line miss its closing quote?",
          last.range.start.offset..<last.range.start.offset + 1)
      ]
    }
    return error(
      "text behind a closing quote", text.rest(ofLineFrom: fault.offset),
      hint: last.style == .singleQuoted
        ? "a single quote inside single quotes is written ''" : "a double quote inside double quotes is written \\\"",
      notes: notes)
  }

  /// `{id}/x`: more text right behind a bracket.
  private func afterBracket() -> Diagnostic? {
    let before = text.lastContent(before: fault.offset)
    guard before >= 0, text.isBlank(before + 1..<fault.offset) else { return nil }
    let bracket = text.character(at: before)
    guard bracket == "]" || bracket == "}" else { return nil }
    let here = text.character(at: fault.offset)
    if here == "]" || here == "}" { return unexpectedClosing() }
    return error(
      "text behind '\(bracket)'", text.rest(ofLineFrom: fault.offset),
      hint: needsQuotes(bracket == "]" ? "[" : "{"))
  }

  private func unexpectedClosing() -> Diagnostic {
    error(
      "unexpected '\(text.character(at: fault.offset))'", fault.offset..<fault.offset + 1,
      reason: "nothing is open that it could close")
  }

  private func missingValue() -> Diagnostic {
    if fault.offset >= text.end {
      guard let collection, ["[", "{"].contains(text.character(at: collection)) else {
        return error("a value is missing", word)
      }
      return neverClosed(collection)
    }
    if let template = template() { return template }
    let here = text.character(at: fault.offset)
    if text.startsItem(fault.offset) {
      return error("a '- ' inside '{ }' or '[ ]'", word, hint: "separate the elements by ','")
    }
    if here == ",", fault.context.contains("flow") || fault.context == "while parsing a flow node" {
      return error("a value is missing before ','", word)
    }
    return error("text cannot begin with '\(here)' here", word, hint: "put it in quotes")
  }

  private func afterDocument() -> Diagnostic {
    if let found = afterQuote() ?? afterBracket() { return found }
    return error(
      "text behind the end of the document", word, reason: "a file holds one YAML document",
      hint: "is the line indented too little?")
  }

  // MARK: Making diagnostics

  private var word: Range<Int> { text.word(at: fault.offset) }

  private func needsQuotes(_ sign: some CustomStringConvertible) -> String {
    "text that begins with '\(sign)' needs quotes"
  }

  private func error(
    _ message: String, _ range: Range<Int>, reason: String? = nil, hint: String? = nil, notes: [Diagnostic] = []
  ) -> Diagnostic {
    Diagnostic(
      message, in: text.source, at: text.source.range(ofOffsets: range), reason: reason, hint: hint, notes: notes)
  }

  private func note(_ message: String, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(.note, message, in: text.source, at: text.source.range(ofOffsets: range))
  }
}
