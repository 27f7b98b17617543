import Expressions
package import Values

/// How a check came out.
package enum CheckOutcome: Sendable {
  case holds
  /// What of it does not hold, in lines for a reader: the claim, and the value of each side of its comparisons.
  case fails(claim: String, details: [String])
}

extension Check {
  /// Whether the expression gives `true`; anything else fails it.
  package func outcome(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> CheckOutcome {
    let value = try formula.value(dot, variables)
    if value == .bool(true) { return .holds }
    let whole = formula.expression.claim
    var sides = ClaimSides(formula: formula)
    var named = whole
    if case .all(let claims) = whole.form {
      // Of several claims joined by `and`, the first that does not hold is the one to name.
      let first = claims.firstIndex { sides.outcome($0.expression, dot, variables) != .bool(true) }
      if let first {
        named = claims[first]
        sides.show(named, dot, variables)
        for claim in claims[..<first] { sides.show(claim, dot, variables) }
        // What stands behind it was not looked at, and may make no sense.
        for claim in claims[(first + 1)...] { sides.show(claim, dot, variables, skipsFaults: true) }
      }
    } else if value == .bool(false) {
      sides.show(whole, dot, variables)
    }
    if case .other = named.form, whole.expression.text == named.expression.text { sides.lines = [] }
    if sides.lines.isEmpty { sides.lines = ["it is \(ExpressionError.shortened(value))"] }
    return .fails(claim: named.expression.text, details: sides.lines)
  }
}

/// The values on each side of the comparisons in a claim, a line each.
private struct ClaimSides {
  let formula: Formula
  var lines: [String] = []

  init(formula: Formula) { self.formula = formula }

  func outcome(_ expression: Expression, _ dot: JSONValue, _ variables: (String) -> JSONValue?) -> JSONValue? {
    try? formula.part(expression).value(dot, variables)
  }

  /// - Parameters:
  ///   - place: Where in the value the claim is made, in front of each line.
  ///   - skipsFaults: Whether what cannot be evaluated is passed over.
  mutating func show(
    _ claim: Claim, _ dot: JSONValue, _ variables: (String) -> JSONValue?, at place: String = "",
    skipsFaults: Bool = false
  ) {
    switch claim.form {
    case .comparison(let comparison):
      for side in [comparison.left, comparison.right] where !side.isLiteral {
        add(side, dot, variables, place, skipsFaults)
      }
    case .all(let claims), .any(let claims):
      for claim in claims { show(claim, dot, variables, at: place, skipsFaults: skipsFaults) }
    case .not(let claim): show(claim, dot, variables, at: place, skipsFaults: skipsFaults)
    case .within(let source, let claim):
      guard let value = outcome(source, dot, variables) else {
        add(source, dot, variables, place, skipsFaults)
        return
      }
      if let elements = claim.elements {
        show(elements, of: source.text, value, variables, at: place, skipsFaults)
      } else {
        show(claim, value, variables, at: place + "in \(source.text): ", skipsFaults: skipsFaults)
      }
    case .elements(let elements):
      show(elements, of: ".", dot, variables, at: place, skipsFaults)
    case .other: add(claim.expression, dot, variables, place, skipsFaults)
    }
  }

  /// Shows the first value that decides, or where none does the first of all.
  private mutating func show(
    _ elements: Claim.Elements, of list: String, _ dot: JSONValue, _ variables: (String) -> JSONValue?,
    at place: String, _ skipsFaults: Bool
  ) {
    let list = elements.values.text == ".[]" ? list : elements.values.text
    guard let values = try? formula.part(elements.values).values(dot, variables) else {
      add(elements.values, dot, variables, place, skipsFaults)
      return
    }
    guard !values.isEmpty else {
      add(line: "\(place)\(list) has no elements")
      return
    }
    let decides = values.firstIndex { value in
      let holds = outcome(elements.claim.expression, value, variables).map { $0 != .null && $0 != .bool(false) }
      return holds != elements.isAll
    }
    if decides == nil {
      let count = values.count == 1 ? "1 element" : "\(values.count) elements"
      add(line: "\(place)\(elements.isAll ? "each" : "none") of the \(count) of \(list) does")
    }
    let index = decides ?? 0
    let element = "\(place)element \(index) of \(list)"
    if elements.claim.expression.text == "." {
      add(line: "\(element) is \(ExpressionError.shortened(values[index]))")
    } else {
      show(elements.claim, values[index], variables, at: element + ": ", skipsFaults: skipsFaults)
    }
  }

  private mutating func add(
    _ side: Expression, _ dot: JSONValue, _ variables: (String) -> JSONValue?, _ place: String, _ skipsFaults: Bool
  ) {
    do throws(EvaluationError) {
      let value = try formula.part(side).value(dot, variables)
      add(line: "\(place)\(side.text) is \(ExpressionError.shortened(value))")
    } catch {
      if !skipsFaults { add(line: "\(place)\(side.text) is nothing: \(error.message)") }
    }
  }

  /// More than a screen of lines helps nobody.
  private mutating func add(line: String) {
    guard lines.count < 20, !lines.contains(line) else { return }
    lines.append(line)
  }
}

extension Claim {
  /// The values that it is about, also with `not` behind it.
  fileprivate var elements: Elements? {
    switch form {
    case .elements(let elements): elements
    case .not(let claim): claim.elements
    default: nil
    }
  }
}

extension Formula {
  /// A part of the expression in the same scope.
  fileprivate func part(_ expression: Expression) -> Formula {
    Formula(expression: expression, range: range, source: source, pool: pool)
  }
}

extension Expression {
  /// Whether its text is its value already: a number, a string or a word.
  fileprivate var isLiteral: Bool { (try? JSONValue(parsing: text)) != nil }
}
