/// `count`: emits the number of values when the stream ends.
package struct CountStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "count", .transform, "emits the number of values when the stream ends",
    discussion: #"""
      - Emits: one number, 0 for an empty stream.
      - Fails: with the stream, without a value.
      """#,
    example: "count",
    sample: OperatorSample(
      #"""
      nodes:
        open:
          - sequence: [{ open: true }, { open: false }, { open: true }]
          - filter: .open
          - count
      """#,
      prints: #"""
        2
        """#))

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .one }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.gathered(into: .one) }
}
