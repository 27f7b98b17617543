/// `dropFirst: 1`: leaves the first values out.
package struct DropFirstStep: StepOperation {
  static let count = Parameter("count", .count(from: 0), "how many; 1 where left out")

  package static let declaration = OperatorDeclaration(
    "dropFirst", .transform, "leaves the first values out",
    parameters: [count], shorthand: .always("count"),
    discussion: #"""
      - One where no count is given.
      - Ends and fails: with the stream, also while it still leaves values out.
      """#,
    example: "dropFirst: 1",
    sample: OperatorSample(
      #"""
      nodes:
        rows:
          - sequence: [name, Ada, Kim]
          - dropFirst
      """#,
      prints: #"""
        "Ada"
        "Kim"
        """#))

  package let count: Int

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    count = arguments[Self.count] ?? 1
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .many ? .many : .atMostOne
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    load.values = upstream.values.dropping(count)
    return load
  }
}
