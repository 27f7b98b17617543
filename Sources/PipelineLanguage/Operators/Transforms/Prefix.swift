/// `prefix: 3`: lets the first values through, then finishes.
package struct PrefixStep: StepOperation {
  static let count = Parameter("count", .count(from: 0), "how many", required: true)

  package static let declaration = OperatorDeclaration(
    "prefix", .transform, "lets the first values through, then finishes",
    parameters: [count], shorthand: .always("count"),
    discussion: #"""
      - Ends: with the last value it lets through, not with the one behind it, and cancels what is above. `prefix:
        0` ends without running what is above.
      - Fails: with the stream, before it is full.
      """#,
    example: "prefix: 3",
    sample: OperatorSample(
      #"""
      nodes:
        two:
          - sequence: '[range(1000000)]'
          - prefix: 2
      """#,
      prints: #"""
        0
        1
        """#))

  package let count: Int

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let count = arguments[Self.count] else { return nil }
    self.count = count
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    count == 0 || count == 1 && upstream == .many ? .atMostOne : upstream
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.limited(to: count) }
}
