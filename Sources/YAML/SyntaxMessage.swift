import Diagnostics

/// Says libyaml's faults in words that tell what to put right, as far as the text round the fault shows it.
struct SyntaxMessage {
  let text: SourceLines
  let fault: SyntaxFault
  /// The scalar that was read last.
  let last: YAMLScalar?
  /// Where the innermost list or mapping that is open begins.
  let collection: Int?

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

  // MARK: Making diagnostics

  var word: Range<Int> { text.word(at: fault.offset) }

  func needsQuotes(_ sign: some CustomStringConvertible) -> String {
    "text that begins with '\(sign)' needs quotes"
  }

  func error(
    _ message: String, _ range: Range<Int>, reason: String? = nil, hint: String? = nil, notes: [Diagnostic] = []
  ) -> Diagnostic {
    Diagnostic(
      message, in: text.source, at: text.source.range(ofOffsets: range), reason: reason, hint: hint, notes: notes)
  }

  func note(_ message: String, _ range: Range<Int>) -> Diagnostic {
    Diagnostic(.note, message, in: text.source, at: text.source.range(ofOffsets: range))
  }
}
