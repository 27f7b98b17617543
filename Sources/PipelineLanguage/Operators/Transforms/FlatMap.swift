/// `flatMap: [ map: .id, fetch: '/items/${ . }' ]`: runs one chain for each value and emits what they emit, in the order of the values.
package struct FlatMapStep: StepOperation {
  static let chain = Parameter("do", .chain(), "the steps; the value comes in at the first", required: true)
  static let concurrency = Parameter("concurrency", .computedCount(from: 1), "how many chains run at once")
  static let order = Parameter(
    "order", .keyword(["declared", "arrival"]), "declared: as the values came in; arrival: as results arrive")

  package static let declaration = OperatorDeclaration(
    "flatMap", .transform, "runs one chain for each value and emits what they emit, in the order of the values",
    parameters: [chain, concurrency, order], shorthand: .unlessKeyed("do"),
    discussion: """
      A chain that fails fails the stream in its turn: what came before it is still emitted.
      """,
    example: "flatMap: [ map: .id, fetch: '/items/${ . }' ]")

  package let chain: Chain
  package let concurrency: CountSource
  package let order: String

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
    concurrency = arguments[Self.concurrency] ?? .constant(8)
    order = arguments[Self.order] ?? "declared"
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream.times(chain.cardinality(nodes: nodes))
  }
}
