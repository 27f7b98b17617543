/// `empty`: finishes without a value.
package struct EmptyStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "empty", .source, "finishes without a value",
    example: "empty")

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .atMostOne }
}
