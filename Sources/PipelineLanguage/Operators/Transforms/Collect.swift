/// `collect: 10`: gathers all values into one list, or every so many.
package struct CollectStep: StepOperation {
  static let size = Parameter("count", .count(from: 1), "how many values make a list; all of them where left out")

  package static let declaration = OperatorDeclaration(
    "collect", .transform, "gathers all values into one list, or every so many",
    parameters: [size], shorthand: .unlessMapping("count"),
    discussion: #"""
      - Emits: without a count one list at the end, `[]` where the stream was empty. With a count a list as soon
        as so many values are there, and at the end what is left; nothing where nothing is.
      - Order: that of the values.
      - Fails: with the stream; a list that is not full is dropped.
      """#,
    example: "collect: 10",
    sample: OperatorSample(
      #"""
      nodes:
        pairs:
          - sequence: [1, 2, 3]
          - collect: 2
      """#,
      prints: #"""
        [1,2]
        [3]
        """#))

  package let size: Int?

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    size = arguments[Self.size]
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    size == nil ? .one : .many
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    guard let size else { return upstream.gathered(into: .one) }
    return upstream.gathered(into: upstream.values.grouped(by: size))
  }
}
