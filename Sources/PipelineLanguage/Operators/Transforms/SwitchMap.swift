/// `switchMap: [ fetch: '/search?q=${ . }' ]`: runs one chain for each value, of which only the newest lives.
package struct SwitchMapStep: StepOperation {
  static let chain = Parameter("do", .chain(), "the steps; the value comes in at the first", required: true)

  package static let declaration = OperatorDeclaration(
    "switchMap", .transform, "runs one chain for each value, of which only the newest lives",
    parameters: [chain], shorthand: .unlessKeyed("do"),
    discussion: #"""
      - A new value cancels the chain of the one before, its requests on the wire. What that chain had emitted
        stays.
      - Values are taken as they come, so that the newest is the newest there is. Which chains come to their end
        depends on timing.
      - Ends: when the values have ended and the newest chain has.
      - Fails: at once, where the newest chain or the stream does; the other is cancelled.
      - Names that are bound in the inner chain, and its `$response`, end with it.
      """#,
    example: "switchMap: [ fetch: '/search?q=${ . }' ]",
    sample: OperatorSample(
      #"""
      nodes:
        found:
          - sequence: [p, pi, pipe]
          - switchMap:
              - map: '"results for \(.)"'
              - delay: 20ms
      """#,
      prints: #"""
        "results for pipe"
        """#))

  package let chain: Chain

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream.times(chain.cardinality(nodes: nodes))
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream.flatMapped(chain.load(node: site.node))
    guard upstream.values.most != 1 else { return load }
    // A newer value may cancel what an older one began.
    load.values = load.values.orLess
    load.requests = load.requests.orLess
    load.cut = load.nodes
    load.mayFailLate = true
    return load
  }
}
