import Values

/// Parses jq's language, as of 1.6 to 1.8, into a tree.
///
/// It accepts what any of those versions does; what the installed libjq then refuses, libjq says itself.
struct ExpressionParser {
  var lexer: Lexer
  var token: Token
  var depth = 0
  var lastEnd = 0
  /// Brackets opened and not yet closed, for the message when the end comes too early.
  var open: [Token] = []

  /// Parentheses, brackets and operators in each other, so that no expression exhausts a thread's stack.
  static let maximumDepth = 100
  /// The same for the tree, which is deep also where operators and fields follow each other.
  static let maximumHeight = 250

  struct Syntax {
    var root: SyntaxNode
    /// Where comments stand.
    var comments: [Range<Int>]
    /// Where a space must go for jq 1.6 to read `?` and `//` as two operators.
    var splits: [Int]
    /// The first thing that jq 1.6 does not have.
    var later: (feature: String, range: Range<Int>)?
  }

  var splits: [Int] = []
  var later: (feature: String, range: Range<Int>)?

  /// The tree of the whole of `text`, and where its comments stand.
  static func parse(_ text: String) throws(ExpressionError) -> Syntax {
    let bytes = Array(text.utf8)
    if bytes.contains(0) {
      throw ExpressionError(.invalid, "an expression must not have a NUL character in it")
    }
    var parser = try ExpressionParser(Lexer(bytes))
    if parser.token.kind == .end {
      throw ExpressionError(
        .invalid, "an empty expression", at: 0..<bytes.count, hint: "write '.' for the value itself")
    }
    let root = try parser.pipe()
    guard parser.token.kind == .end else { throw parser.unexpected("the end of the expression") }
    return Syntax(root: root, comments: parser.lexer.comments, splits: parser.splits, later: parser.later)
  }

  init(_ lexer: Lexer) throws(ExpressionError) {
    self.lexer = lexer
    token = try self.lexer.next()
  }

  // MARK: Tokens

  mutating func advance() throws(ExpressionError) {
    lastEnd = token.range.upperBound
    token = try lexer.next()
  }

  func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }
  func isWord(_ word: String) -> Bool { token.kind == .name(word) }

  mutating func skip(symbol: String) throws(ExpressionError) -> Bool {
    guard isSymbol(symbol) else { return false }
    try advance()
    return true
  }

  mutating func skip(word: String) throws(ExpressionError) -> Bool {
    guard isWord(word) else { return false }
    try advance()
    return true
  }

  mutating func expect(_ symbol: String, _ purpose: String) throws(ExpressionError) {
    guard try skip(symbol: symbol) else { throw unexpected("'\(symbol)' \(purpose)") }
  }

  /// Steps past an opening bracket or word that needs a closing one.
  mutating func opening() throws(ExpressionError) {
    open.append(token)
    try advance()
  }

  mutating func closing(_ symbol: String) throws(ExpressionError) {
    guard isSymbol(symbol) else { throw unexpected("'\(symbol)'") }
    open.removeLast()
    try advance()
  }

  mutating func closingWord() throws(ExpressionError) {
    guard isWord("end") else { throw unexpected("'end'") }
    open.removeLast()
    try advance()
  }

  func unexpected(_ expected: String) -> ExpressionError {
    let text = String(decoding: lexer.bytes[token.range], as: UTF8.self)
    if token.kind == .end {
      if let opener = open.last {
        let shown = String(decoding: lexer.bytes[opener.range], as: UTF8.self)
        return ExpressionError(
          .invalid, "'\(shown)' is not closed: the expression ends where \(expected) should be", at: opener.range)
      }
      return ExpressionError(.invalid, "the expression ends where \(expected) should be", at: token.range)
    }
    if [")", "]", "}"].contains(text), open.isEmpty {
      return ExpressionError(.invalid, "'\(text)' closes nothing", at: token.range)
    }
    let shown = token.kind == .quote ? "a string" : "'\(text)'"
    return ExpressionError(.invalid, "\(shown) stands where \(expected) should be", at: token.range)
  }

  mutating func noteLater(_ feature: String, _ range: Range<Int>) {
    if later == nil { later = (feature, range) }
  }

  mutating func nested<Result>(_ body: (inout Self) throws(ExpressionError) -> Result) throws(ExpressionError)
    -> Result
  {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw ExpressionError(
        .invalid, "the expression is nested deeper than \(Self.maximumDepth) levels", at: token.range)
    }
    return try body(&self)
  }

  // MARK: Pipes and operators

  mutating func pipe() throws(ExpressionError) -> SyntaxNode {
    try nested { parser throws(ExpressionError) in
      var stages = [try parser.comma()]
      while try parser.skip(symbol: "|") { stages.append(try parser.comma()) }
      return try parser.limited(Self.join(stages[...], SyntaxNode.Kind.pipe))
    }
  }

  mutating func comma() throws(ExpressionError) -> SyntaxNode {
    var items = [try operators(from: 3)]
    while try skip(symbol: ",") { items.append(try operators(from: 3)) }
    return try limited(Self.join(items[...], SyntaxNode.Kind.comma))
  }

  /// `a | b | c` and `a, b, c` mean the same however they are bracketed, so that a long one need not be deep.
  static func join(_ nodes: ArraySlice<SyntaxNode>, _ kind: (SyntaxNode, SyntaxNode) -> SyntaxNode.Kind)
    -> SyntaxNode
  {
    if nodes.count == 1 { return nodes[nodes.startIndex] }
    let middle = nodes.startIndex + nodes.count / 2
    let (left, right) = (join(nodes[..<middle], kind), join(nodes[middle...], kind))
    return SyntaxNode(kind: kind(left, right), range: left.range.lowerBound..<right.range.upperBound)
  }

  func limited(_ node: SyntaxNode) throws(ExpressionError) -> SyntaxNode {
    guard node.height <= Self.maximumHeight else {
      throw ExpressionError(.invalid, "the expression has too many parts in each other", at: node.range)
    }
    return node
  }

  /// Operators of at least this precedence.
  mutating func operators(from precedence: Int) throws(ExpressionError) -> SyntaxNode {
    var left = try operand()
    while let (found, next) = binaryOperator(from: precedence) {
      try advance()
      let right = try nested { parser throws(ExpressionError) in try parser.operators(from: next) }
      left = try limited(
        SyntaxNode(kind: .binary(found, left, right), range: left.range.lowerBound..<right.range.upperBound))
      if found.associativity == .none, let (again, _) = binaryOperator(from: found.precedence),
        again.precedence == found.precedence
      {
        throw ExpressionError(
          .invalid, "'\(again.rawValue)' cannot follow '\(found.rawValue)' without parentheses", at: token.range)
      }
    }
    return left
  }

  func binaryOperator(from precedence: Int) -> (SyntaxNode.BinaryOperator, next: Int)? {
    let text: String
    switch token.kind {
    case .symbol(let symbol): text = symbol
    case .name("and"): text = "and"
    case .name("or"): text = "or"
    default: return nil
    }
    guard let found = SyntaxNode.BinaryOperator(rawValue: text), found.precedence >= precedence else { return nil }
    return (found, found.associativity == .right ? found.precedence : found.precedence + 1)
  }

  mutating func operand() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    if try skip(symbol: "-") {
      let inner = try nested { parser throws(ExpressionError) in try parser.operators(from: 9) }
      return SyntaxNode(kind: .negate(inner), range: start..<inner.range.upperBound)
    }
    if isWord("def") { return try definition() }
    if try skip(word: "label") {
      guard case .variable(let name) = token.kind else { throw unexpected("the label's '$name'") }
      try advance()
      try expect("|", "after the label")
      let body = try pipe()
      return SyntaxNode(kind: .label(name, body), range: start..<body.range.upperBound)
    }
    let term = try postfixTerm()
    guard try skip(word: "as") else { return term }
    let patterns = try alternativePatterns()
    try expect("|", "after the names")
    let body = try pipe()
    return SyntaxNode(kind: .binding(term, patterns, body: body), range: start..<body.range.upperBound)
  }

  mutating func definition() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try advance()
    guard case .name(let name) = token.kind else { throw unexpected("the function's name") }
    try advance()
    var parameters: [String] = []
    if isSymbol("(") {
      try opening()
      repeat {
        switch token.kind {
        case .name(let parameter): parameters.append(parameter)
        case .variable(let parameter): parameters.append("$" + parameter)
        default: throw unexpected("the name of a parameter")
        }
        try advance()
      } while try skip(symbol: ";")
      try closing(")")
    }
    try expect(":", "after the function's name")
    let body = try pipe()
    try expect(";", "at the end of the function")
    let rest = try pipe()
    return SyntaxNode(
      kind: .define(.init(name: name, parameters: parameters, body: body), body: rest),
      range: start..<rest.range.upperBound)
  }
}
