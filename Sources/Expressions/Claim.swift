/// What an expression claims, taken apart, so that a failed `expect` can show the value of each side.
package struct Claim: Sendable {
  /// One of the claims joined by `and`; the whole expression where there is no `and`.
  package let expression: Expression
  /// In UTF-8 bytes of the whole expression.
  package let range: Range<Int>
  /// Nil where the claim is no comparison.
  package let comparison: Comparison?

  package struct Comparison: Sendable {
    package let left: Expression
    /// `==`, `!=`, `<`, `<=`, `>` or `>=`.
    package let symbol: String
    package let right: Expression
  }
}

extension Expression {
  /// The claims that this expression joins by `and`, in order; one where it has no top-level `and`.
  ///
  /// Their expressions are evaluated on the same value and scope as the whole, and belong into the same program
  /// (`expressionsOfClaims`).
  package var claims: [Claim] {
    var claims: [Claim] = []
    collectClaims(details.root, into: &claims)
    return claims
  }

  /// All expressions in `claims` that are not plain.
  package var expressionsOfClaims: [Expression] {
    claims.flatMap { claim in [claim.expression, claim.comparison?.left, claim.comparison?.right].compactMap(\.self) }
      .filter { !$0.isPlain }
  }

  private func collectClaims(_ node: SyntaxNode, into claims: inout [Claim]) {
    if case .binary(.and, let left, let right) = node.kind {
      collectClaims(left, into: &claims)
      collectClaims(right, into: &claims)
      return
    }
    guard let expression = part(node.range) else { return }
    var comparison: Claim.Comparison?
    if case .binary(let op, let left, let right) = node.kind, op.isComparison, let left = part(left.range),
      let right = part(right.range)
    {
      comparison = Claim.Comparison(left: left, symbol: op.rawValue, right: right)
    }
    claims.append(Claim(expression: expression, range: node.range, comparison: comparison))
  }

  /// A part is an expression of its own, because the parser gave its range. Names bound round it would be missing, but a
  /// top-level comparison has none round it.
  private func part(_ range: Range<Int>) -> Expression? {
    let bytes = Array(text.utf8)
    return try? Expression(String(decoding: bytes[range], as: UTF8.self))
  }
}
