/// `replaceEmpty: none`: emits a value where the stream ends without one.
package struct ReplaceEmptyStep: StepOperation {
  static let value = Parameter("with", .value(), "the value", required: true)

  package static let declaration = OperatorDeclaration(
    "replaceEmpty", .transform, "emits a value where the stream ends without one",
    parameters: [value], shorthand: .always("with"),
    example: "replaceEmpty: none")

  package let value: ValueTemplate

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .atMostOne ? .one : upstream
  }
}
