// Objects, and the patterns after `as`.
extension ExpressionParser {
  mutating func objectConstruction() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try opening()
    var entries: [SyntaxNode.ObjectEntry] = []
    while !isSymbol("}") {
      entries.append(try objectEntry())
      guard try skip(symbol: ",") else { break }
    }
    guard isSymbol("}") else { throw unexpected("',' or '}'") }
    try closing("}")
    return SyntaxNode(kind: .object(entries), range: start..<lastEnd)
  }

  mutating func objectEntry() throws(ExpressionError) -> SyntaxNode.ObjectEntry {
    let (key, needsValue) = try objectKey()
    guard try skip(symbol: ":") else {
      if needsValue { throw unexpected("':' and a value") }
      return .init(key: key, value: nil)
    }
    // A value is a term, a negation, or a pipe of those (jq's ExpD).
    var stages = [try objectValue()]
    while try skip(symbol: "|") { stages.append(try objectValue()) }
    let value = try limited(Self.join(stages[...], SyntaxNode.Kind.pipe))
    return .init(key: key, value: value)
  }

  mutating func objectValue() throws(ExpressionError) -> SyntaxNode {
    let value = try postfixOrNegated()
    switch token.kind {
    case .symbol("|"), .symbol(","), .symbol("}"), .end: return value
    default:
      if binaryOperator(from: 0) != nil || isWord("as") {
        throw ExpressionError(
          .invalid, "the value of a key that is more than one term needs parentheses", at: token.range,
          hint: "write '{key: (…)}'")
      }
      return value
    }
  }

  mutating func objectKey() throws(ExpressionError) -> (SyntaxNode.ObjectEntry.Key, needsValue: Bool) {
    switch token.kind {
    case .name(let name):
      try advance()
      return (.name(name), Self.isKeyword(name) && name != "__loc__")
    case .variable(let name):
      let range = token.range
      try advance()
      return (.variable(name, range), false)
    case .quote, .format:
      let string = try formatOrString()
      guard case .string(let format, let parts) = string.kind else { throw unexpected("a string after the format") }
      if format == nil, let name = Self.plainText(parts) { return (.name(name), false) }
      return (.computed(string), false)
    case .symbol("("):
      try opening()
      let key = try pipe()
      try closing(")")
      return (.computed(key), true)
    case .number(let text):
      throw ExpressionError(
        .invalid, "a key of an object is a name or a string", at: token.range, hint: "write '\"\(text)\"'")
    default: throw unexpected("a key")
    }
  }

  mutating func alternativePatterns() throws(ExpressionError) -> [SyntaxNode.Pattern] {
    var patterns = [try pattern()]
    while try skip(symbol: "?//") { patterns.append(try pattern()) }
    return patterns
  }

  mutating func pattern() throws(ExpressionError) -> SyntaxNode.Pattern {
    try nested { parser throws(ExpressionError) in
      switch parser.token.kind {
      case .variable(let name):
        try parser.advance()
        return .variable(name)
      case .symbol("["):
        try parser.opening()
        var elements: [SyntaxNode.Pattern] = []
        repeat { elements.append(try parser.pattern()) } while try parser.skip(symbol: ",")
        try parser.closing("]")
        return .array(elements)
      case .symbol("{"):
        try parser.opening()
        var entries: [(key: SyntaxNode.ObjectEntry.Key, value: SyntaxNode.Pattern?)] = []
        repeat {
          let (key, _) = try parser.objectKey()
          var value: SyntaxNode.Pattern?
          if try parser.skip(symbol: ":") { value = try parser.pattern() }
          if case .variable = key {} else if value == nil { throw parser.unexpected("':' and a name") }
          entries.append((key, value))
        } while try parser.skip(symbol: ",")
        try parser.closing("}")
        return .object(entries)
      default: throw parser.unexpected("'$name', '[' or '{'")
      }
    }
  }
}
