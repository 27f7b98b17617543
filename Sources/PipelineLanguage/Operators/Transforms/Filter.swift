/// `filter: .age >= 18`: lets through the values for which the expression is true.
package struct FilterStep: StepOperation {
  static let predicate = Parameter(
    "where", .expression(), "the expression; false and null are not true", required: true)

  package static let declaration = OperatorDeclaration(
    "filter", .transform, "lets through the values for which the expression is true",
    parameters: [predicate], shorthand: .always("where"),
    example: "filter: .age >= 18")

  package let predicate: Formula

  package init?(_ arguments: Arguments) {
    guard let predicate = arguments[Self.predicate] else { return nil }
    self.predicate = predicate
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .many ? .many : .atMostOne
  }
}
