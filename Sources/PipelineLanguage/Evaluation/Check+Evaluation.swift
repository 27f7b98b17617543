import Expressions
package import Values

/// How a check came out.
package enum CheckOutcome: Sendable {
  case holds
  /// What of it does not hold, in lines for a reader: the claim, and the value of each side of a comparison.
  case fails(claim: String, details: [String])
}

extension Check {
  /// Whether the expression gives `true`; anything else fails it.
  package func outcome(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> CheckOutcome {
    let value = try formula.value(dot, variables)
    if value == .bool(true) { return .holds }
    // Of several claims joined by `and`, the first that does not hold is the one to show.
    for claim in formula.expression.claims {
      let claimed = formula.part(claim.expression)
      guard let outcome = try? claimed.value(dot, variables), outcome != .bool(true) else { continue }
      guard let comparison = claim.comparison, outcome == .bool(false) else {
        return .fails(claim: claim.expression.text, details: ["it is \(ExpressionError.shortened(outcome))"])
      }
      let sides = [comparison.left, comparison.right].filter { !$0.isLiteral }
      return .fails(
        claim: claim.expression.text,
        details: sides.map { side in "\(side.text) is \(formula.part(side).shown(dot, variables))" })
    }
    return .fails(claim: formula.text, details: ["it is \(ExpressionError.shortened(value))"])
  }
}

extension Formula {
  /// A part of the expression in the same scope.
  fileprivate func part(_ expression: Expression) -> Formula {
    Formula(expression: expression, range: range, source: source, pool: pool)
  }

  fileprivate func shown(_ dot: JSONValue, _ variables: (String) -> JSONValue?) -> String {
    do throws(EvaluationError) {
      return ExpressionError.shortened(try value(dot, variables))
    } catch {
      return "nothing: \(error.message)"
    }
  }
}

extension Expression {
  /// Whether its text is its value already: a number, a string or a word.
  fileprivate var isLiteral: Bool { (try? JSONValue(parsing: text)) != nil }
}
