/// `catch: [ just: [] ]`: goes on with another chain where the stream fails.
package struct CatchStep: StepOperation {
  static let chain = Parameter(
    "do", .chain(extra: ["error"]), "the steps; they see $error, which is also the value that comes in", required: true)

  package static let declaration = OperatorDeclaration(
    "catch", .transform, "goes on with another chain where the stream fails",
    parameters: [chain], shorthand: .unlessKeyed("do"),
    discussion: #"""
      - What was emitted before the failure stays; then comes what the other chain emits. Its first step may be a
        source, or take the value that comes in: the failure, an object with `kind`, `message`, `node`, `step`,
        `status`, `body`, `method` and `url`.
      - Ends: with the other chain.
      - Fails: where the other chain does; that failure is not caught again.
      - Names that were bound where the failure began are there in the other chain, and below it.
      - Reports show the failure as recovered, and the run as passed with a recovery, once the other chain has given a
        value or ended well.
      """#,
    example: "catch: [ just: [] ]",
    sample: OperatorSample(
      #"""
      nodes:
        user:
          - fail: no such user
          - catch:
              - map: '{ name: "nobody", why: $error.message }'
      """#,
      prints: #"""
          user: recovered by catch (catch.yaml:4:7): no such user
        ! user  0.5 ms  1 failure recovered
        ! 1 recovered  2.0 ms
        {"name":"nobody","why":"no such user"}
        """#, isQuiet: false))

  package let chain: Chain

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    switch (upstream, chain.cardinality(nodes: nodes)) {
    case (.many, _), (_, .many): .many
    case (.one, .one): .one
    default: .atMostOne
    }
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    upstream.recovered(by: chain.load(node: site.node))
  }
}
