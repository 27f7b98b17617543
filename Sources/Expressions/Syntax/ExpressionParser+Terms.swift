import Values

// Terms: what stands between operators, with the paths after it.
extension ExpressionParser {
  mutating func postfixTerm() throws(ExpressionError) -> SyntaxNode {
    try nested { parser throws(ExpressionError) in
      var term = try parser.term()
      while let longer = try parser.suffix(of: term) { term = try parser.limited(longer) }
      return term
    }
  }

  mutating func suffix(of target: SyntaxNode) throws(ExpressionError) -> SyntaxNode? {
    let start = target.range.lowerBound
    switch token.kind {
    case .field(let name):
      let nameRange = token.range.lowerBound + 1..<token.range.upperBound
      try advance()
      return SyntaxNode(kind: .field(target, name: name, nameRange: nameRange), range: start..<lastEnd)
    case .symbol("."):
      try advance()
      if token.kind == .quote { return try stringField(of: target, from: start) }
      if case .format = token.kind { return try stringField(of: target, from: start) }
      guard isSymbol("[") else { throw unexpected("a name after '.'") }
      noteLater("'.[' after a path", lastEnd - 1..<lastEnd)
      return try brackets(after: target, from: start)
    case .symbol("["): return try brackets(after: target, from: start)
    case .symbol("?//"):
      // Outside of patterns this is `?` and `//`.
      let middle = token.range.lowerBound + 1
      splits.append(middle)
      token = Token(kind: .symbol("//"), range: middle..<token.range.upperBound, followsSpace: false)
      lastEnd = middle
      return attempt(target)
    case .symbol("?"):
      try advance()
      return attempt(target)
    default: return nil
    }
  }

  func attempt(_ target: SyntaxNode) -> SyntaxNode {
    let range = target.range.lowerBound..<lastEnd
    switch target.kind {
    case .field, .index, .slice, .iterate:
      if !target.isParenthesized { return SyntaxNode(kind: .optional(target), range: range) }
    default: break
    }
    return SyntaxNode(kind: .attempt(target, handler: nil), range: range)
  }

  mutating func stringField(of target: SyntaxNode, from start: Int) throws(ExpressionError) -> SyntaxNode {
    let string = try formatOrString()
    if case .string(nil, let parts) = string.kind, let name = Self.plainText(parts) {
      return SyntaxNode(kind: .field(target, name: name, nameRange: string.range), range: start..<lastEnd)
    }
    return SyntaxNode(kind: .index(target, string), range: start..<lastEnd)
  }

  mutating func brackets(after target: SyntaxNode, from start: Int) throws(ExpressionError) -> SyntaxNode {
    try opening()
    if isSymbol("]") {
      try closing("]")
      return SyntaxNode(kind: .iterate(target), range: start..<lastEnd)
    }
    if try skip(symbol: ":") {
      let end = try pipe()
      try closing("]")
      return SyntaxNode(kind: .slice(target, nil, end), range: start..<lastEnd)
    }
    let key = try pipe()
    if try skip(symbol: ":") {
      let end: SyntaxNode? = isSymbol("]") ? nil : try pipe()
      try closing("]")
      return SyntaxNode(kind: .slice(target, key, end), range: start..<lastEnd)
    }
    try closing("]")
    if case .string(nil, let parts) = key.kind, let name = Self.plainText(parts) {
      return SyntaxNode(kind: .field(target, name: name, nameRange: key.range), range: start..<lastEnd)
    }
    return SyntaxNode(kind: .index(target, key), range: start..<lastEnd)
  }

  mutating func term() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    func node(_ kind: SyntaxNode.Kind) -> SyntaxNode { SyntaxNode(kind: kind, range: start..<lastEnd) }
    let identity = SyntaxNode(kind: .identity, range: start..<start)
    switch token.kind {
    case .field, .symbol("["):
      if isSymbol("[") { return try arrayConstruction() }
      guard let field = try suffix(of: identity) else { throw unexpected("a value") }
      return field
    case .symbol("."):
      let dot = token
      try advance()
      switch token.kind {
      case .quote, .format: return try stringField(of: identity, from: start)
      case .symbol("["): return try brackets(after: identity, from: start)
      case .name(let name) where !token.followsSpace && !Self.isKeyword(name),
        .number(let name) where !token.followsSpace:
        throw ExpressionError(
          .invalid, "'.\(name)' is no path", at: dot.range.lowerBound..<token.range.upperBound,
          hint: "write '.[\"\(name)\"]'")
      default: return node(.identity)
      }
    case .symbol(".."):
      try advance()
      return node(.descendants)
    case .number(let text):
      try advance()
      return node(.literal(.number(Self.number(text))))
    case .quote, .format: return try formatOrString()
    case .variable(let name):
      try advance()
      return node(name == "__loc__" ? .location : .variable(name))
    case .symbol("("):
      try opening()
      let inner = try pipe()
      try closing(")")
      return SyntaxNode(parenthesizing: inner, range: start..<lastEnd)
    case .symbol("{"): return try objectConstruction()
    case .name(let name): return try nameTerm(name)
    case .symbol, .end: throw unexpected("a value")
    }
  }

  mutating func arrayConstruction() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try opening()
    var inner: SyntaxNode?
    if !isSymbol("]") { inner = try pipe() }
    try closing("]")
    return SyntaxNode(kind: .array(inner), range: start..<lastEnd)
  }

  mutating func nameTerm(_ name: String) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    switch name {
    case "if": return try conditional()
    case "try":
      try advance()
      let body = try postfixOrNegated()
      let handler: SyntaxNode? = try skip(word: "catch") ? try postfixOrNegated() : nil
      return SyntaxNode(kind: .attempt(body, handler: handler), range: start..<lastEnd)
    case "reduce", "foreach": return try fold(name)
    case "break":
      try advance()
      guard case .variable(let label) = token.kind else { throw unexpected("the label's '$name'") }
      try advance()
      return SyntaxNode(kind: .leave(label), range: start..<lastEnd)
    case "import", "include", "module":
      throw ExpressionError(.invalid, "an expression cannot use '\(name)': it has no modules to load", at: token.range)
    case _ where Self.isKeyword(name): throw unexpected("a value")
    default: break
    }
    try advance()
    var arguments: [SyntaxNode] = []
    if isSymbol("(") {
      try opening()
      repeat { arguments.append(try pipe()) } while try skip(symbol: ";")
      try closing(")")
    }
    let range = start..<lastEnd
    switch (name, arguments.isEmpty) {
    case ("null", true): return SyntaxNode(kind: .literal(.null), range: range)
    case ("true", true): return SyntaxNode(kind: .literal(.bool(true)), range: range)
    case ("false", true): return SyntaxNode(kind: .literal(.bool(false)), range: range)
    default: return SyntaxNode(kind: .call(name: name, arguments: arguments), range: range)
    }
  }

  mutating func postfixOrNegated() throws(ExpressionError) -> SyntaxNode {
    guard isSymbol("-") else { return try postfixTerm() }
    let start = token.range.lowerBound
    try advance()
    let inner = try postfixTerm()
    return SyntaxNode(kind: .negate(inner), range: start..<lastEnd)
  }

  mutating func conditional() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try opening()
    var branches: [SyntaxNode.Branch] = []
    var otherwise: SyntaxNode?
    repeat {
      let condition = try pipe()
      guard try skip(word: "then") else { throw unexpected("'then'") }
      branches.append(.init(condition: condition, result: try pipe()))
    } while try skip(word: "elif")
    if try skip(word: "else") { otherwise = try pipe() }
    if otherwise == nil { noteLater("'if' without 'else'", start..<start + 2) }
    try closingWord()
    return SyntaxNode(kind: .conditional(branches, otherwise: otherwise), range: start..<lastEnd)
  }

  mutating func fold(_ word: String) throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try advance()
    let source = try postfixTerm()
    guard try skip(word: "as") else { throw unexpected("'as'") }
    let patterns = try alternativePatterns()
    guard isSymbol("(") else { throw unexpected("'('") }
    try opening()
    let initial = try pipe()
    try expect(";", "between the start and the update")
    let update = try pipe()
    var extract: SyntaxNode?
    if word == "foreach", try skip(symbol: ";") { extract = try pipe() }
    try closing(")")
    let kind: SyntaxNode.Kind =
      word == "reduce"
      ? .reduce(source, patterns, from: initial, update: update)
      : .foreach(source, patterns, from: initial, update: update, extract: extract)
    return SyntaxNode(kind: kind, range: start..<lastEnd)
  }
}
