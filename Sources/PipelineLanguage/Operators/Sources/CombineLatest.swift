/// `combineLatest: { audio: audioUpload, cover: coverUpload }`: emits the latest of each input, at each change.
package struct CombineLatestStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)
  static let delaysErrors = Parameter("delayErrors", .boolean, "let every input end, then fail with all the failures")

  package static let declaration = OperatorDeclaration(
    "combineLatest", .source, "emits the latest of each input, at each change",
    parameters: [inputs, delaysErrors], shorthand: .unlessKeyed("of"),
    discussion: """
      The first value is emitted once every input has emitted. An input that finishes without a value finishes it. A failure of an
      input fails it at once and cancels the other inputs.
      """,
    example: "combineLatest: { audio: audioUpload, cover: coverUpload }")

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
