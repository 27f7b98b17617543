/// `compactMap: .email`: maps each value and drops what is null.
package struct CompactMapStep: StepOperation {
  static let transform = Parameter("with", .expression(), "the expression", required: true)

  package static let declaration = OperatorDeclaration(
    "compactMap", .transform, "maps each value and drops what is null",
    parameters: [transform], shorthand: .always("with"),
    example: "compactMap: .email")

  package let transform: Formula

  package init?(_ arguments: Arguments) {
    guard let transform = arguments[Self.transform] else { return nil }
    self.transform = transform
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    transform.mayEmitSeveral || upstream == .many ? .many : .atMostOne
  }
}
