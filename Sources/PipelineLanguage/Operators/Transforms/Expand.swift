/// `expand: [ filter: .next, fetch: '${ .next }' ]`: feeds each result back in until nothing comes.
package struct ExpandStep: StepOperation {
  static let chain = Parameter(
    "do", .chain(), "the steps that lead from one result to the next; nothing where there is none", required: true)
  static let emitsInputs = Parameter(
    "inputs", .boolean, "false: only what comes of the values is emitted, and not they themselves")

  package static let declaration = OperatorDeclaration(
    "expand", .transform, "feeds each result back in until nothing comes: paging as a stream",
    parameters: [chain, emitsInputs], shorthand: .unlessKeyed("do"),
    discussion: #"""
      - Emits: each value that comes in, then what the chain makes of it, then what the chain makes of that, and so
        on, until it emits nothing. So with the first page above it, all pages come out. `inputs: false` leaves
        out the values that came in.
      - Order: one chain runs at a time. All that comes of one value leaves before what comes of that.
      - Ends: when the stream has ended and nothing is left to feed back. A chain that always emits never ends:
        `prefix: 100` below bounds it.
      - Fails: at once where a chain does. What was emitted stays.
      - At the chain's first step, `$index` counts what is fed to it, from 0: for pages the number of the page at
        hand. Where a fetch stands above, `$response` is that of the request which gave the value, in the chain as
        well as below.
      """#,
    example: "expand: [ filter: .next, fetch: '${ .next }' ]",
    sample: OperatorSample(
      #"""
      clients:
        api: { baseURL: https://api.example.org }
      nodes:
        items:
          - fetch: /items/1
          - expand:
              - filter: .next != null
              - fetch: '/items/${ .next }'
          - map: .items[]
      mock:
        - get: /items/1
          reply: { json: { items: [a, b], next: 2 } }
        - get: /items/2
          reply: { json: { items: [c], next: null } }
      """#,
      prints: #"""
        "a"
        "b"
        "c"
        """#))

  package let chain: Chain
  package let emitsInputs: Bool

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
    emitsInputs = arguments[Self.emitsInputs] ?? true
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    let inner = chain.load(node: site.node)
    if upstream.values.isNone { return upstream }
    let rounds = site.unbounded("how often % goes on shows only in the run")
    var load = upstream.flatMapped(inner)
    load.values = rounds
    load.requests = upstream.requests + inner.requests * rounds
    load.mayFailLate = true
    return load
  }
}
