/// `count`: emits the number of values when the stream ends.
package struct CountStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "count", .transform, "emits the number of values when the stream ends",
    example: "count")

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .one }
}
