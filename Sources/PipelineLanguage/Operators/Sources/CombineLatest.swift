/// `combineLatest: { audio: audioUpload, cover: coverUpload }`: emits the latest of each input, at each change.
package struct CombineLatestStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)
  static let delaysErrors = Parameter(
    "delayErrors", .boolean, "let every input end, then fail with all the failures")

  package static let declaration = OperatorDeclaration(
    "combineLatest", .source, "emits the latest of each input, at each change",
    parameters: [inputs, delaysErrors], shorthand: .unlessKeyed("of"),
    discussion: #"""
      - Emits: for a list of inputs, or an `each`, lists; for a map of inputs objects with its keys. The first row
        leaves once every input has emitted, then one for each further value of any. Before the first row only the
        latest value of an input counts; afterwards none is passed over.
      - Order: within a row that of the inputs as declared. Which rows there are depends on timing where inputs
        emit several values.
      - Ends: when all inputs have ended; at once where one ends without a value, since no row can be made: the
        others are cancelled.
      - Fails: as soon as an input fails; the other inputs are cancelled.
      """#,
    example: "combineLatest: { audio: audioUpload, cover: coverUpload }",
    sample: OperatorSample(
      #"""
      nodes:
        audio: { just: voice.m4a }
        cover: { just: cover.png }
        both: { combineLatest: { audio: audio, cover: cover } }
      """#,
      prints: #"""
        {"audio":"voice.m4a","cover":"cover.png"}
        """#))

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

  package func load(after upstream: Load, at site: LoadSite) -> Load { inputs.load(.combine, at: site) }
}
