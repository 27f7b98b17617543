/// `mergeMany: [oslo, lima]`: emits every value of all inputs as it arrives.
package struct MergeManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)

  package static let declaration = OperatorDeclaration(
    "mergeMany", .source, "emits every value of all inputs as it arrives",
    parameters: [inputs], shorthand: .unlessKeyed("of"),
    example: "mergeMany: [oslo, lima]")

  package let inputs: StreamInputs

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }
}
