/// `replaceError: []`: emits a value in place of a failure, then finishes.
package struct ReplaceErrorStep: StepOperation {
  static let value = Parameter("with", .value(extra: ["error"]), "the value", required: true)

  package static let declaration = OperatorDeclaration(
    "replaceError", .transform, "emits a value in place of a failure, then finishes",
    parameters: [value], shorthand: .always("with"),
    discussion: """
      Reports show the failure as recovered.
      """,
    example: "replaceError: []")

  package let value: ValueTemplate

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }
}
