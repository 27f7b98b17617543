import Values

/// Puts libjq's messages in the user's words, with the best place there is.
enum LibraryMessages {
  /// What the installed version is known not to take, or to round.
  static func versionError(of expression: LibraryExpression) -> ExpressionError? {
    if let literal = expression.roundedLiteral, !(LibraryValues.libraryKeepsDigits && expression.keepsDigits) {
      var error = LibraryValues.precisionError(literal.text)
      error.range = literal.range
      return error
    }
    guard !LibraryValues.libraryKeepsDigits, let later = expression.later else { return nil }
    return ExpressionError(.invalid, "\(later.feature) needs libjq 1.7; the one installed is older", at: later.range)
  }

  static func error(_ message: String, in expression: LibraryExpression) -> ExpressionError {
    let text = shortened(message)
    // `name/2 is not defined`: the tree knows where it is called.
    if text.contains(" is not defined"), let word = text.split(separator: " ").first,
      let slash = word.lastIndex(of: "/")
    {
      let name = String(word[..<slash])
      let call = expression.calls.first { $0.name == name }
      return ExpressionError(
        .invalid, "the installed libjq has no function '\(name)'", at: call?.range,
        hint: KnownFunctions.arguments(of: name) == nil ? nil : "it came with a later version")
    }
    return ExpressionError(.invalid, "libjq does not take this expression: \(text)")
  }

  /// Of a text that `fromjson` cannot read libjq quotes all, be it megabytes.
  static func quotingLess(_ message: JSONValue) -> JSONValue {
    guard case .string(let text) = message, text.hasSuffix("')"), let quote = text.firstRange(of: " (while parsing '")
    else { return message }
    let quoted = text[quote.upperBound...].dropLast(2)
    guard quoted.utf8.count > 200 else { return message }
    return .string("\(text[..<quote.upperBound])\(quoted.prefix(60))…')")
  }

  /// `jq: error: WHAT (Unix shell quoting issues?) at <top-level>, line 7:` and the text after it, as `WHAT`.
  static func shortened(_ message: String) -> String {
    var text = Substring(message)
    if let line = text.split(separator: "\n", maxSplits: 1).first { text = line }
    for prefix in ["jq: ", "error: "] where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
    for mark in [" (Unix shell quoting issues?)", " at <top-level>", " at <unknown>"] {
      guard let place = text.firstOccurrence(of: mark) else { continue }
      text = text[..<place]
    }
    return String(text)
  }
}

extension Substring {
  fileprivate func firstOccurrence(of mark: String) -> Index? {
    indices.first { self[$0...].hasPrefix(mark) }
  }
}
