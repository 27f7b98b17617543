/// `zipMany: [oslo, lima]`: emits the n-th values of all inputs together.
package struct ZipManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)
  static let delaysErrors = Parameter("delayErrors", .boolean, "let every input end, then fail with all the failures")

  package static let declaration = OperatorDeclaration(
    "zipMany", .source, "emits the n-th values of all inputs together",
    parameters: [inputs, delaysErrors], shorthand: .unlessKeyed("of"),
    discussion: """
      A row is emitted as soon as every input has its n-th value, in the declared order of the inputs: a list for a list of
      inputs, an object for a map. It ends when no further row can be made. A failure of an input fails it at once and cancels
      the other inputs.
      """,
    example: "zipMany: [oslo, lima]")

  package let inputs: StreamInputs
  package let delaysErrors: Bool

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
    delaysErrors = arguments[Self.delaysErrors] ?? false
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    inputs.joinedCardinality(nodes: nodes)
  }
}
