/// `filter: .age >= 18`: lets through the values for which the expression is true.
package struct FilterStep: StepOperation {
  static let predicate = Parameter(
    "where", .expression(), "the expression; false and null are not true", required: true)

  package static let declaration = OperatorDeclaration(
    "filter", .transform, "lets through the values for which the expression is true",
    parameters: [predicate], shorthand: .always("where"),
    discussion: #"""
      - Order: that of the values.
      - `false` and `null` leave a value out, everything else lets it through: `0` and `""` too, as in jq.
      - Ends: with the stream, also where nothing was let through.
      - Fails: where the expression does, or gives no value or several.
      """#,
    example: "filter: .age >= 18",
    sample: OperatorSample(
      #"""
      nodes:
        adults:
          - sequence: [{ name: Ada, age: 36 }, { name: Kim, age: 17 }]
          - filter: .age >= 18
          - map: .name
      """#,
      prints: #"""
        "Ada"
        """#))

  package let predicate: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let predicate = arguments[Self.predicate] else { return nil }
    self.predicate = predicate
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .many ? .many : .atMostOne
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    load.values = upstream.values.orLess
    return load
  }
}
