/// `race: [mirror, origin]`: emits the values of the input that emits first.
package struct RaceStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)

  package static let declaration = OperatorDeclaration(
    "race", .source, "emits the values of the input that emits first",
    parameters: [inputs], shorthand: .unlessKeyed("of"),
    discussion: #"""
      - The first value decides: the other inputs are cancelled then, their requests on the wire. A node that
        another step needs goes on for that step.
      - Order: that of the winner. Which input wins depends on timing.
      - Ends: with the winner. An input that ends without a value, or fails before its first, drops out; where all
        do, the race fails as the first declared of those that failed, and ends without a value where none did.
      - Fails: as the winner does, once it has won: nothing takes its place.
      """#,
    example: "race: [mirror, origin]",
    sample: OperatorSample(
      #"""
      nodes:
        answer:
          - race:
              - [{ just: from the origin }, { delay: 5s }]
              - [{ just: from the mirror }, { delay: 10ms }]
      """#,
      prints: #"""
        "from the mirror"
        """#))

  package let inputs: StreamInputs

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    inputs.joinedCardinality(nodes: nodes)
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { inputs.load(.race, at: site) }
}
