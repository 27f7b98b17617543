/// `last`: emits the last value when the stream ends.
package struct LastStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "last", .transform, "emits the last value when the stream ends",
    discussion: #"""
      - Ends: behind that value; nothing is emitted where the stream was empty.
      - Fails: with the stream, without a value.
      """#,
    example: "last",
    sample: OperatorSample(
      #"""
      nodes:
        newest:
          - sequence: [1, 2, 3]
          - last
      """#,
      prints: #"""
        3
        """#))

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .one ? .one : .atMostOne
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    upstream.gathered(into: upstream.values.limited(to: 1))
  }
}
