/// `collect: 10`: gathers all values into one list, or every so many.
package struct CollectStep: StepOperation {
  static let size = Parameter("count", .count(from: 1), "how many values make a list; all where left out")

  package static let declaration = OperatorDeclaration(
    "collect", .transform, "gathers all values into one list, or every so many",
    parameters: [size], shorthand: .unlessMapping("count"),
    example: "collect: 10")

  package let size: Int?

  package init?(_ arguments: Arguments) {
    size = arguments[Self.size]
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    size == nil ? .one : .many
  }
}
