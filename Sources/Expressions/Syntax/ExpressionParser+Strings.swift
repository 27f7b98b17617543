import Values

// Strings with their interpolations, and numbers.
extension ExpressionParser {
  mutating func formatOrString() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    guard case .format(let format) = token.kind else { return try string(format: nil, from: start) }
    try advance()
    if token.kind == .quote { return try string(format: format, from: start) }
    return SyntaxNode(kind: .format(format), range: start..<lastEnd)
  }

  mutating func string(format: String?, from start: Int) throws(ExpressionError) -> SyntaxNode {
    let quote = token.range.lowerBound
    open.append(token)
    var parts: [SyntaxNode.StringPart] = []
    // The lexer stands behind the quote: the string is read from it piece by piece, not as tokens.
    while true {
      switch try lexer.nextStringPiece(opening: quote) {
      case .text(let text): parts.append(.text(text))
      case .interpolation:
        open.append(Token(kind: .symbol("\\("), range: lexer.position - 2..<lexer.position, followsSpace: false))
        token = try lexer.next()
        let inner = try pipe()
        guard isSymbol(")") else { throw unexpected("')'") }
        open.removeLast()
        lexer.position = token.range.upperBound
        parts.append(.interpolation(inner))
      case .end:
        open.removeLast()
        lastEnd = lexer.position
        token = try lexer.next()
        return SyntaxNode(kind: .string(format: format, parts), range: start..<lastEnd)
      }
    }
  }

  static func plainText(_ parts: [SyntaxNode.StringPart]) -> String? {
    var text = ""
    for part in parts {
      guard case .text(let piece) = part else { return nil }
      text += piece
    }
    return text
  }

  /// jq also writes `1.`, `.5` and `007`.
  static func number(_ text: String) -> JSONNumber {
    if let number = JSONNumber(text) { return number }
    var whole = text.prefix { $0.isNumber }
    var rest = text[whole.endIndex...]
    whole = whole.drop { $0 == "0" }
    if rest.hasPrefix("."), rest.dropFirst().first?.isNumber != true { rest = rest.dropFirst() }
    return JSONNumber("\(whole.isEmpty ? "0" : whole)\(rest)") ?? JSONNumber(0)
  }

  static func isKeyword(_ name: String) -> Bool {
    switch name {
    case "__loc__", "and", "as", "break", "catch", "def", "elif", "else", "end", "foreach", "if", "import", "include",
      "label", "module", "or", "reduce", "then", "try":
      true
    default: false
    }
  }
}
