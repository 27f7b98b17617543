import Diagnostics

/// Faults of keys and their colons.
extension SyntaxMessage {
  /// A `: ` where no key can end.
  func unexpectedColon() -> Diagnostic {
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

  func keyWithoutColon() -> Diagnostic {
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
    if let block = emptyBlock {
      return error(
        "the text of a block stands deeper than its key", line, hint: "indent it further",
        notes: [Diagnostic(.note, "the block begins here", in: block.source, at: block.range)])
    }
    if fault.offset - fault.contextOffset > 1024 {
      return error("a key of more than 1024 characters", line, hint: "a longer one begins with '? '")
    }
    return error(
      "\(quoted(text.text(line))) is not followed by ':'", line, reason: "each line of a mapping is 'key: value'")
  }

  /// The `|` or `>` just above that got no text.
  private var emptyBlock: YAMLScalar? {
    guard let last, last.style == .literal || last.style == .folded, last.text.isEmpty else { return nil }
    return last
  }

  private func missingSpace(at colon: Int, in line: Range<Int>) -> Diagnostic {
    error(
      "a space is missing behind ':'", colon..<colon + 1,
      reason: "without it, \(quoted(text.text(line))) is text and no key with a value")
  }
}
