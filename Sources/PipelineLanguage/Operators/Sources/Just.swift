/// `just: { id: 7 }`: emits the value, then finishes.
package struct JustStep: StepOperation {
  static let value = Parameter("value", .value(), "what is emitted; strings may hold templates", required: true)

  package static let declaration = OperatorDeclaration(
    "just", .source, "emits the value, then finishes",
    parameters: [value], shorthand: .always("value"),
    example: "just: { id: 7 }")

  package let value: ValueTemplate

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }
}
