/// `sequence: [Oslo, Lima]`: emits each element of a list.
package struct SequenceStep: StepOperation {
  static let elements = Parameter("elements", .list, "the list, or an expression that gives it", required: true)

  package static let declaration = OperatorDeclaration(
    "sequence", .source, "emits each element of a list",
    parameters: [elements], shorthand: .always("elements"),
    discussion: #"""
      - Order: that of the list.
      - Ends: with the last element; at once for an empty list.
      - Fails: where the expression fails or gives something else than a list.
      - It stands first in a chain. To take a list apart in mid-chain, write `map: '.[]'`.
      """#,
    example: "sequence: [Oslo, Lima]",
    sample: OperatorSample(
      #"""
      nodes:
        cities:
          - sequence: [Oslo, Lima]
          - map: '{ place: $index, city: . }'
      """#,
      prints: #"""
        {"place":0,"city":"Oslo"}
        {"place":1,"city":"Lima"}
        """#))

  package let elements: ListSource

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let elements = arguments[Self.elements] else { return nil }
    self.elements = elements
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    switch elements {
    case .values(let values): Load(values: .exactly(values.count))
    case .formula(let formula):
      Load(values: site.unbounded("the list of % is known only in the run", at: formula.range))
    }
  }
}
