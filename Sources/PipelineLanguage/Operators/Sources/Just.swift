/// `just: { id: 7 }`: emits the value, then finishes.
package struct JustStep: StepOperation {
  static let value = Parameter("value", .value(), "what is emitted; strings may hold templates", required: true)

  package static let declaration = OperatorDeclaration(
    "just", .source, "emits the value, then finishes",
    parameters: [value], shorthand: .always("value"),
    discussion: #"""
      - Strings in the value, at any depth, may hold templates; a string that is one template and nothing else
        keeps the template's type.
      - Ends: right behind the value.
      - Fails: where a template fails.
      - A bare `null` counts as nothing given; write `'${ null }'` for it.
      """#,
    example: "just: { id: 7 }",
    sample: OperatorSample(
      #"""
      nodes:
        item:
          - just: { id: 7, path: 'items/${ 3 + 4 }', tags: '${ ["a", "b"] }' }
      """#,
      prints: #"""
        {"id":7,"path":"items/7","tags":["a","b"]}
        """#))

  package let value: ValueTemplate

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
