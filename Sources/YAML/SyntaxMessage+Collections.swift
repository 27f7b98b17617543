import Diagnostics

/// Faults in lists and mappings, with brackets and without, and behind the document.
extension SyntaxMessage {
  func inBrackets(open: Character, close: Character, wrong: Character) -> Diagnostic {
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

  func inCollection() -> Diagnostic {
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

  func missingValue() -> Diagnostic {
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

  func afterDocument() -> Diagnostic {
    if let found = afterQuote() ?? afterBracket() { return found }
    return error(
      "text behind the end of the document", word, reason: "a file holds one YAML document",
      hint: "is the line indented too little?")
  }
}
