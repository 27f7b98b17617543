import Values

/// Parses jq's language, as of 1.6 to 1.8, into a tree.
///
/// It accepts what any of those versions does; what the installed libjq then refuses, libjq says itself.
struct ExpressionParser {
  private var lexer: Lexer
  private var token: Token
  private var depth = 0
  private var lastEnd = 0
  /// Brackets opened and not yet closed, for the message when the end comes too early.
  private var open: [Token] = []

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

  private var splits: [Int] = []
  private var later: (feature: String, range: Range<Int>)?

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

  private init(_ lexer: Lexer) throws(ExpressionError) {
    self.lexer = lexer
    token = try self.lexer.next()
  }

  // MARK: Tokens

  private mutating func advance() throws(ExpressionError) {
    lastEnd = token.range.upperBound
    token = try lexer.next()
  }

  private func isSymbol(_ symbol: String) -> Bool { token.kind == .symbol(symbol) }
  private func isWord(_ word: String) -> Bool { token.kind == .name(word) }

  private mutating func skip(symbol: String) throws(ExpressionError) -> Bool {
    guard isSymbol(symbol) else { return false }
    try advance()
    return true
  }

  private mutating func skip(word: String) throws(ExpressionError) -> Bool {
    guard isWord(word) else { return false }
    try advance()
    return true
  }

  private mutating func expect(_ symbol: String, _ purpose: String) throws(ExpressionError) {
    guard try skip(symbol: symbol) else { throw unexpected("'\(symbol)' \(purpose)") }
  }

  /// Steps past an opening bracket or word that needs a closing one.
  private mutating func opening() throws(ExpressionError) {
    open.append(token)
    try advance()
  }

  private mutating func closing(_ symbol: String) throws(ExpressionError) {
    guard isSymbol(symbol) else { throw unexpected("'\(symbol)'") }
    open.removeLast()
    try advance()
  }

  private mutating func closingWord() throws(ExpressionError) {
    guard isWord("end") else { throw unexpected("'end'") }
    open.removeLast()
    try advance()
  }

  private func unexpected(_ expected: String) -> ExpressionError {
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

  private mutating func noteLater(_ feature: String, _ range: Range<Int>) {
    if later == nil { later = (feature, range) }
  }

  private mutating func nested<Result>(_ body: (inout Self) throws(ExpressionError) -> Result) throws(ExpressionError)
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

  private mutating func pipe() throws(ExpressionError) -> SyntaxNode {
    try nested { parser throws(ExpressionError) in
      var stages = [try parser.comma()]
      while try parser.skip(symbol: "|") { stages.append(try parser.comma()) }
      return try parser.limited(Self.join(stages[...], SyntaxNode.Kind.pipe))
    }
  }

  private mutating func comma() throws(ExpressionError) -> SyntaxNode {
    var items = [try operators(from: 3)]
    while try skip(symbol: ",") { items.append(try operators(from: 3)) }
    return try limited(Self.join(items[...], SyntaxNode.Kind.comma))
  }

  /// `a | b | c` and `a, b, c` mean the same however they are bracketed, so that a long one need not be deep.
  private static func join(_ nodes: ArraySlice<SyntaxNode>, _ kind: (SyntaxNode, SyntaxNode) -> SyntaxNode.Kind)
    -> SyntaxNode
  {
    if nodes.count == 1 { return nodes[nodes.startIndex] }
    let middle = nodes.startIndex + nodes.count / 2
    let (left, right) = (join(nodes[..<middle], kind), join(nodes[middle...], kind))
    return SyntaxNode(kind: kind(left, right), range: left.range.lowerBound..<right.range.upperBound)
  }

  private func limited(_ node: SyntaxNode) throws(ExpressionError) -> SyntaxNode {
    guard node.height <= Self.maximumHeight else {
      throw ExpressionError(.invalid, "the expression has too many parts in each other", at: node.range)
    }
    return node
  }

  /// Operators of at least this precedence.
  private mutating func operators(from precedence: Int) throws(ExpressionError) -> SyntaxNode {
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

  private func binaryOperator(from precedence: Int) -> (SyntaxNode.BinaryOperator, next: Int)? {
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

  private mutating func operand() throws(ExpressionError) -> SyntaxNode {
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

  private mutating func definition() throws(ExpressionError) -> SyntaxNode {
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

  // MARK: Terms

  private mutating func postfixTerm() throws(ExpressionError) -> SyntaxNode {
    try nested { parser throws(ExpressionError) in
      var term = try parser.term()
      while let longer = try parser.suffix(of: term) { term = try parser.limited(longer) }
      return term
    }
  }

  private mutating func suffix(of target: SyntaxNode) throws(ExpressionError) -> SyntaxNode? {
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
      noteLater("'.[' after a path", token.range)
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

  private func attempt(_ target: SyntaxNode) -> SyntaxNode {
    let range = target.range.lowerBound..<lastEnd
    switch target.kind {
    case .field, .index, .slice, .iterate:
      if !target.isParenthesized { return SyntaxNode(kind: .optional(target), range: range) }
    default: break
    }
    return SyntaxNode(kind: .attempt(target, handler: nil), range: range)
  }

  private mutating func stringField(of target: SyntaxNode, from start: Int) throws(ExpressionError) -> SyntaxNode {
    let string = try formatOrString()
    if case .string(nil, let parts) = string.kind, let name = Self.plainText(parts) {
      return SyntaxNode(kind: .field(target, name: name, nameRange: string.range), range: start..<lastEnd)
    }
    return SyntaxNode(kind: .index(target, string), range: start..<lastEnd)
  }

  private mutating func brackets(after target: SyntaxNode, from start: Int) throws(ExpressionError) -> SyntaxNode {
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

  private mutating func term() throws(ExpressionError) -> SyntaxNode {
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
      return SyntaxNode(kind: inner.kind, range: start..<lastEnd, isParenthesized: true)
    case .symbol("{"): return try objectConstruction()
    case .name(let name): return try nameTerm(name)
    case .symbol, .end: throw unexpected("a value")
    }
  }

  private mutating func arrayConstruction() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    try opening()
    var inner: SyntaxNode?
    if !isSymbol("]") { inner = try pipe() }
    try closing("]")
    return SyntaxNode(kind: .array(inner), range: start..<lastEnd)
  }

  private mutating func nameTerm(_ name: String) throws(ExpressionError) -> SyntaxNode {
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

  private mutating func postfixOrNegated() throws(ExpressionError) -> SyntaxNode {
    guard isSymbol("-") else { return try postfixTerm() }
    let start = token.range.lowerBound
    try advance()
    let inner = try postfixTerm()
    return SyntaxNode(kind: .negate(inner), range: start..<lastEnd)
  }

  private mutating func conditional() throws(ExpressionError) -> SyntaxNode {
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

  private mutating func fold(_ word: String) throws(ExpressionError) -> SyntaxNode {
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

  // MARK: Strings

  private mutating func formatOrString() throws(ExpressionError) -> SyntaxNode {
    let start = token.range.lowerBound
    guard case .format(let format) = token.kind else { return try string(format: nil, from: start) }
    try advance()
    if token.kind == .quote { return try string(format: format, from: start) }
    return SyntaxNode(kind: .format(format), range: start..<lastEnd)
  }

  private mutating func string(format: String?, from start: Int) throws(ExpressionError) -> SyntaxNode {
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
  private static func number(_ text: String) -> JSONNumber {
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

  // MARK: Objects and patterns

  private mutating func objectConstruction() throws(ExpressionError) -> SyntaxNode {
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

  private mutating func objectEntry() throws(ExpressionError) -> SyntaxNode.ObjectEntry {
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

  private mutating func objectValue() throws(ExpressionError) -> SyntaxNode {
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

  private mutating func objectKey() throws(ExpressionError) -> (SyntaxNode.ObjectEntry.Key, needsValue: Bool) {
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

  private mutating func alternativePatterns() throws(ExpressionError) -> [SyntaxNode.Pattern] {
    var patterns = [try pattern()]
    while try skip(symbol: "?//") { patterns.append(try pattern()) }
    return patterns
  }

  private mutating func pattern() throws(ExpressionError) -> SyntaxNode.Pattern {
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
