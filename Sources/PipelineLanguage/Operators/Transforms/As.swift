/// `as: session`: names the value for the steps below.
package struct AsStep: StepOperation {
  static let bindingName = Parameter("name", .bindingName, "the name, used as $name", required: true)

  package static let declaration = OperatorDeclaration(
    "as", .transform, "names the value for the steps below",
    parameters: [bindingName], shorthand: .always("name"),
    discussion: #"""
      - The value itself goes on unchanged, and so do end and failure.
      - The name is there for the steps below in this chain, and in the chains nested in them. It ends with the
        chain. The nearest of two equal names is seen.
      - Names that mean something of their own cannot be bound: `inputs`, `env`, `run`, `nodes`, `response`,
        `index`, `error`, `acc`.
      """#,
    example: "as: session",
    sample: OperatorSample(
      #"""
      nodes:
        link:
          - just: { id: 7 }
          - as: item
          - map: .id + 1
          - map: '{ old: $item.id, new: . }'
      """#,
      prints: #"""
        {"old":7,"new":8}
        """#))

  package let bindingName: String

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let bindingName = arguments[Self.bindingName] else { return nil }
    self.bindingName = bindingName
  }

  package static var bindsNames: Bool { true }
  package var bindings: [String] { [bindingName] }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
