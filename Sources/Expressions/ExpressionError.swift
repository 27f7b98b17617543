package import Values

/// Why an expression or template cannot be used, or why it failed on a value.
package struct ExpressionError: Error, Sendable {
  package enum Kind: Sendable {
    /// Found without any value: a slip in the text, or something that expressions may not do.
    case invalid
    /// Raised while evaluating: by `error(…)`, or by an operation on a value of the wrong kind.
    case failed
    /// It ran too long, used too much memory or nested too deep.
    case limit
    /// A number would have lost digits.
    case precision
  }

  package var kind: Kind
  /// What is wrong: first letter lower case, no full stop, the user's words in single quotes.
  package var message: String
  /// The place, in UTF-8 bytes of the text that the expression or template was made from; nil for the whole of it.
  package var range: Range<Int>?
  /// One way to put it right.
  package var hint: String?
  /// The value it failed on, as compact JSON, shortened.
  package var value: String?
  /// What `error(…)` was given, as it was given.
  package var payload: JSONValue?

  package init(
    _ kind: Kind, _ message: String, at range: Range<Int>? = nil, hint: String? = nil, value: String? = nil,
    payload: JSONValue? = nil
  ) {
    self.kind = kind
    self.message = message
    self.range = range
    self.hint = hint
    self.value = value
    self.payload = payload
  }

  /// The same error for a text in which this one's text starts at `offset`.
  func moved(by offset: Int) -> Self {
    var copy = self
    copy.range = range.map { $0.lowerBound + offset..<$0.upperBound + offset }
    return copy
  }

  /// A value as it can stand in a message: compact JSON of at most `limit` characters.
  package static func shortened(_ value: JSONValue, to limit: Int = 120) -> String {
    let text = value.text()
    return text.count <= limit ? text : text.prefix(limit - 1) + "…"
  }
}

extension ExpressionError: CustomStringConvertible {
  package var description: String { message + (hint.map { "; \($0)" } ?? "") }
}
