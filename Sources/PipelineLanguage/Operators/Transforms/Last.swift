/// `last`: emits the last value when the stream ends.
package struct LastStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "last", .transform, "emits the last value when the stream ends",
    example: "last")

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .one ? .one : .atMostOne
  }
}
