/// `concatMany: [firstPage, rest]`: emits the first input's values, then the second's, and so on.
package struct ConcatManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .laterInputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)

  package static let declaration = OperatorDeclaration(
    "concatMany", .source, "emits the first input's values, then the second's, and so on",
    parameters: [inputs], shorthand: .unlessKeyed("of"),
    discussion: #"""
      - Order: all of the first input's values, then all of the second's.
      - An inline chain begins when the input before it has ended. A named node runs when the graph lets it, as
        every node does; its values wait.
      - Ends: with the last input.
      - Fails: as soon as the input whose turn it is fails; inline chains behind it never begin.
      """#,
    example: "concatMany: [firstPage, rest]",
    sample: OperatorSample(
      #"""
      nodes:
        pages:
          - concatMany:
              - [{ sequence: [1, 2] }]
              - [{ just: 3 }]
      """#,
      prints: #"""
        1
        2
        3
        """#))

  package let inputs: StreamInputs

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }

  package func load(after upstream: Load, at site: LoadSite) -> Load { inputs.load(.merge, at: site) }
}
