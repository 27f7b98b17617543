/// `map: .items[0].name`: replaces each value by what the expression makes of it.
package struct MapStep: StepOperation {
  static let transformation = Parameter(
    "with", .transformation, "a jq expression, or a mapping or list whose strings are templates", required: true)

  package static let declaration = OperatorDeclaration(
    "map", .transform, "replaces each value by what the expression makes of it",
    parameters: [transformation], shorthand: .always("with"),
    discussion: #"""
      - A jq expression replaces the value. A mapping or list is filled in: its strings are templates, everything
        else stands as it is.
      - Emits: what the expression does. No output drops the value, several outputs are several values.
      - Order: that of the values.
      - Fails: where the expression does; `error("…")` fails the stream with that message.
      """#,
    example: "map: .items[0].name",
    sample: OperatorSample(
      #"""
      nodes:
        users:
          - just: { users: [{ name: Ada, age: 36 }, { name: Kim, age: 17 }] }
          - map: .users[]
          - map: { who: '${ .name }', label: '${ .name }, ${ .age }', kind: user }
      """#,
      prints: #"""
        {"who":"Ada","label":"Ada, 36","kind":"user"}
        {"who":"Kim","label":"Kim, 17","kind":"user"}
        """#))

  package let transformation: Transformation

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let transformation = arguments[Self.transformation] else { return nil }
    self.transformation = transformation
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    switch transformation {
    case .value: upstream
    case .formula(let formula): upstream.times(formula.cardinality)
    }
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    switch transformation {
    case .value: upstream
    case .formula(let formula): upstream.mapped(by: formula, at: site)
    }
  }
}
