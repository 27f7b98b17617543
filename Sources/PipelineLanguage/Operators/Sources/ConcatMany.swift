/// `concatMany: [firstPage, rest]`: emits the first input's values, then the second's, and so on.
package struct ConcatManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .laterInputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)

  package static let declaration = OperatorDeclaration(
    "concatMany", .source, "emits the first input's values, then the second's, and so on",
    parameters: [inputs], shorthand: .unlessKeyed("of"),
    example: "concatMany: [firstPage, rest]")

  package let inputs: StreamInputs

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }
}
