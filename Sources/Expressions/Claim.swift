/// What an expression claims, taken apart, so that a failed `expect` can show the value of each side of its comparisons.
package struct Claim: Sendable {
  package let expression: Expression
  package let form: Form

  package indirect enum Form: Sendable {
    case comparison(Comparison)
    /// Claims joined by `and`, in order.
    case all([Claim])
    /// Claims joined by `or`, in order.
    case any([Claim])
    /// A claim with `| not` behind it.
    case not(Claim)
    /// A claim about what an expression gives: `.a | . == 1`.
    case within(Expression, Claim)
    /// A claim about each of several values: `all(.price > 0)`, `any(.items[]; .price > 0)`.
    case elements(Elements)
    /// None of these.
    case other
  }

  package struct Comparison: Sendable {
    package let left: Expression
    /// `==`, `!=`, `<`, `<=`, `>` or `>=`.
    package let symbol: String
    package let right: Expression
  }

  package struct Elements: Sendable {
    /// Whether it holds where each does; else where one does.
    package let isAll: Bool
    /// Its outputs are the values.
    package let values: Expression
    /// What each must meet; evaluated with the value as `.`.
    package let claim: Claim
  }
}

extension Expression {
  /// What it claims. The expressions in it are evaluated in the scope of the whole, and belong into the same program
  /// (`expressionsOfClaim`).
  package var claim: Claim { claim(details.root) ?? Claim(expression: self, form: .other) }

  /// All expressions in `claim` that are not plain.
  package var expressionsOfClaim: [Expression] {
    var found: [Expression] = []
    claim.collect(into: &found)
    return found.filter { !$0.isPlain }
  }

  private func claim(_ node: SyntaxNode) -> Claim? {
    guard let expression = part(node.range) else { return nil }
    return Claim(expression: expression, form: form(node) ?? .other)
  }

  private func form(_ node: SyntaxNode) -> Claim.Form? {
    switch node.kind {
    case .binary(.and, _, _): .all(operands(of: .and, node).compactMap { claim($0) })
    case .binary(.or, _, _): .any(operands(of: .or, node).compactMap { claim($0) })
    case .binary(let comparison, let left, let right) where comparison.isComparison:
      if let left = part(left.range), let right = part(right.range) {
        .comparison(Claim.Comparison(left: left, symbol: comparison.rawValue, right: right))
      } else {
        nil
      }
    case .pipe(let inner, let last):
      if case .call("not", let arguments) = last.kind, arguments.isEmpty {
        claim(inner).map { .not($0) }
      } else if let form = form(last), let claimed = part(last.range), let source = part(inner.range),
        source.outputCount == .one
      {
        .within(source, Claim(expression: claimed, form: form))
      } else {
        nil
      }
    case .call(let name, let arguments) where name == "all" || name == "any":
      elements(isAll: name == "all", arguments).map { .elements($0) }
    default: nil
    }
  }

  /// The claims that `and` or `or` joins, however many, in order.
  private func operands(of word: SyntaxNode.BinaryOperator, _ node: SyntaxNode) -> [SyntaxNode] {
    var operands: [SyntaxNode] = []
    var rest = [node]
    while let node = rest.popLast() {
      if case .binary(word, let left, let right) = node.kind {
        rest += [right, left]
      } else {
        operands.append(node)
      }
    }
    return operands
  }

  /// `all`, `all(claim)` and `all(values; claim)`.
  private func elements(isAll: Bool, _ arguments: [SyntaxNode]) -> Claim.Elements? {
    let values = arguments.count == 2 ? part(arguments[0].range) : try? Expression(".[]")
    let claim =
      if let last = arguments.last { claim(last) } else {
        (try? Expression(".")).map { Claim(expression: $0, form: .other) }
      }
    guard let values, let claim else { return nil }
    return Claim.Elements(isAll: isAll, values: values, claim: claim)
  }

  /// A part is an expression of its own, because the parser gave its range. Names bound round it would be missing, but
  /// what is taken apart here binds none.
  private func part(_ range: Range<Int>) -> Expression? {
    let bytes = Array(text.utf8)
    return try? Expression(String(decoding: bytes[range], as: UTF8.self))
  }
}

extension Claim {
  fileprivate func collect(into found: inout [Expression]) {
    found.append(expression)
    switch form {
    case .comparison(let comparison): found += [comparison.left, comparison.right]
    case .all(let claims), .any(let claims): for claim in claims { claim.collect(into: &found) }
    case .not(let claim): claim.collect(into: &found)
    case .within(let source, let claim):
      found.append(source)
      claim.collect(into: &found)
    case .elements(let elements):
      found.append(elements.values)
      elements.claim.collect(into: &found)
    case .other: break
    }
  }
}
