/// `compactMap: .email`: maps each value and drops what is null.
package struct CompactMapStep: StepOperation {
  static let transform = Parameter("with", .expression(), "the expression", required: true)

  package static let declaration = OperatorDeclaration(
    "compactMap", .transform, "maps each value and drops what is null",
    parameters: [transform], shorthand: .always("with"),
    discussion: #"""
      - Order: that of the values. Several outputs are several values.
      - `false` stays; only `null` is dropped.
      - Fails: where the expression does.
      """#,
    example: "compactMap: .email",
    sample: OperatorSample(
      #"""
      nodes:
        emails:
          - sequence: [{ email: ada@example.org }, { phone: 555 }]
          - compactMap: .email
      """#,
      prints: #"""
        "ada@example.org"
        """#))

  package let transform: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let transform = arguments[Self.transform] else { return nil }
    self.transform = transform
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream.times(transform.cardinality).times(.atMostOne)
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream.mapped(by: transform, at: site)
    load.values = load.values.orLess
    return load
  }
}
