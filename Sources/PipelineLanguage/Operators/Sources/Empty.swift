/// `empty`: finishes without a value.
package struct EmptyStep: StepOperation {
  package static let declaration = OperatorDeclaration(
    "empty", .source, "finishes without a value",
    discussion: #"""
      - Ends: at once.
      - As the output it prints nothing; in a list or map of outputs it stands as `null`.
      """#,
    example: "empty",
    sample: OperatorSample(
      #"""
      nodes:
        nothing:
          - empty
          - collect
      """#,
      prints: #"""
        []
        """#))

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .atMostOne }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    Load(values: .none)
  }
}
