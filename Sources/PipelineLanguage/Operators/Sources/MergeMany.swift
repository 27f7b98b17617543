/// `mergeMany: [oslo, lima]`: emits every value of all inputs as it arrives.
package struct MergeManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)

  package static let declaration = OperatorDeclaration(
    "mergeMany", .source, "emits every value of all inputs as it arrives",
    parameters: [inputs], shorthand: .unlessKeyed("of"),
    discussion: #"""
      - Order: of arrival, so it depends on timing; the values of one input stay in their order. For an order that
        does not, use `zipMany` or `concatMany`.
      - Ends: when all inputs have ended.
      - Fails: as soon as an input fails, behind the values that arrived before; the other inputs are cancelled.
      """#,
    example: "mergeMany: [oslo, lima]",
    sample: OperatorSample(
      #"""
      nodes:
        both: { mergeMany: [late, early] }
        late:
          - just: 'late, after ${ $nodes.early }'
          - delay: 50ms
        early: { just: early }
      output: both
      """#,
      prints: #"""
        "early"
        "late, after early"
        """#))

  package let inputs: StreamInputs

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }

  package func load(after upstream: Load, at site: LoadSite) -> Load { inputs.load(.merge, at: site) }
}
