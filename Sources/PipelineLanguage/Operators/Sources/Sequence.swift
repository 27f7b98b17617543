/// `sequence: [Oslo, Lima]`: emits each element of a list.
package struct SequenceStep: StepOperation {
  static let elements = Parameter("elements", .list, "the list, or an expression that gives it", required: true)

  package static let declaration = OperatorDeclaration(
    "sequence", .source, "emits each element of a list",
    parameters: [elements], shorthand: .always("elements"),
    example: "sequence: [Oslo, Lima]")

  package let elements: ListSource

  package init?(_ arguments: Arguments) {
    guard let elements = arguments[Self.elements] else { return nil }
    self.elements = elements
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }
}
