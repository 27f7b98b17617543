import Diagnostics

/// What `--tag` asks of a file's tags: names with `not` (or `!`), `and`, `or` and parentheses; `not` binds closest, then `and`.
///
/// A name goes up to a blank, a parenthesis or a `!` at its start; in quotes it may hold anything.
indirect enum TagExpression: Sendable, Equatable {
  case tag(String)
  case not(TagExpression)
  case and(TagExpression, TagExpression)
  case or(TagExpression, TagExpression)

  /// - Throws: what is wrong with the text, with its place in it.
  init(parsing text: String) throws(Diagnostic) {
    // What holds and what is freed recurses along it.
    guard text.utf8.count <= Self.longest else { throw Diagnostic("--tag is longer than \(Self.longest) bytes") }
    var parser = TagExpressionParser(text)
    self = try parser.expression()
  }

  private static let longest = 4096

  func holds(for tags: some Sequence<String>) -> Bool { holds(for: Set(tags)) }

  private func holds(for tags: Set<String>) -> Bool {
    switch self {
    case .tag(let name): tags.contains(name)
    case .not(let inner): !inner.holds(for: tags)
    case .and(let left, let right): left.holds(for: tags) && right.holds(for: tags)
    case .or(let left, let right): left.holds(for: tags) || right.holds(for: tags)
    }
  }

  /// The names in it, in their order.
  var names: [String] {
    switch self {
    case .tag(let name): [name]
    case .not(let inner): inner.names
    case .and(let left, let right), .or(let left, let right): left.names + right.names
    }
  }
}
