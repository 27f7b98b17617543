/// `dropFirst: 1`: leaves the first values out.
package struct DropFirstStep: StepOperation {
  static let count = Parameter("count", .count(from: 0), "how many")

  package static let declaration = OperatorDeclaration(
    "dropFirst", .transform, "leaves the first values out",
    parameters: [count], shorthand: .always("count"),
    example: "dropFirst: 1")

  package let count: Int

  package init?(_ arguments: Arguments) {
    count = arguments[Self.count] ?? 1
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .many ? .many : .atMostOne
  }
}
