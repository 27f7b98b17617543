/// `first: .ready`: emits the first value, or the first for which the expression is true, then finishes.
package struct FirstStep: StepOperation {
  static let predicate = Parameter("where", .expression(), "the expression")

  package static let declaration = OperatorDeclaration(
    "first", .transform, "emits the first value, or the first for which the expression is true, then finishes",
    parameters: [predicate], shorthand: .always("where"),
    example: "first: .ready")

  package let predicate: Formula?

  package init?(_ arguments: Arguments) {
    predicate = arguments[Self.predicate]
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    predicate == nil && upstream == .one ? .one : .atMostOne
  }
}
