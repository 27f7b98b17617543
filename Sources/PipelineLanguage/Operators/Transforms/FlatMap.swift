/// `flatMap: [ map: .id, fetch: '/items/${ . }' ]`: runs one chain for each value and emits what they emit, in the order of the values.
package struct FlatMapStep: StepOperation {
  static let chain = Parameter("do", .chain(), "the steps; the value comes in at the first", required: true)
  static let concurrency = Parameter(
    "concurrency", .computedCount(from: 1), "how many chains run at once; 8 where left out")
  static let order = Parameter(
    "order", .keyword(["declared", "arrival"]),
    "declared (where left out): as the values came in; arrival: as results come")

  package static let declaration = OperatorDeclaration(
    "flatMap", .transform, "runs one chain for each value and emits what they emit, in the order of the values",
    parameters: [chain, concurrency, order], shorthand: .unlessKeyed("do"),
    discussion: #"""
      - Up to `concurrency` (8) chains run at once.
      - Order: that of the values, however long each chain takes; what is ready early waits. `order: arrival`
        emits as results come.
      - Ends: when the values have ended and all chains have.
      - Fails: a chain that fails fails the stream in its turn: later chains are cancelled at once, earlier ones
        end first and what they emit is still emitted. With `order: arrival` all others are cancelled at once.
      - Names that are bound in the inner chain, and its `$response`, end with it.
      - The inner chain may start with a source, which then runs for each value.
      """#,
    example: "flatMap: [ map: .id, fetch: '/items/${ . }' ]",
    sample: OperatorSample(
      #"""
      nodes:
        squares:
          - sequence: [3, 1, 2]
          - flatMap:
              - map: . * .
              - map: '"square \(.)"'
      """#,
      prints: #"""
        "square 9"
        "square 1"
        "square 4"
        """#))

  package let chain: Chain
  package let concurrency: CountSource
  package let order: String

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
    concurrency = arguments[Self.concurrency] ?? .constant(8)
    order = arguments[Self.order] ?? "declared"
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream.times(chain.cardinality(nodes: nodes))
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    upstream.flatMapped(chain.load(node: site.node))
  }
}
