/// `log: 'got ${ .id }'`: writes a line to the log for each value.
package struct LogStep: StepOperation {
  static let text = Parameter("text", .template(), "the line", required: true)

  package static let declaration = OperatorDeclaration(
    "log", .transform, "writes a line to the log for each value",
    parameters: [text], shorthand: .always("text"),
    example: "log: 'got ${ .id }'")

  package let text: TextTemplate

  package init?(_ arguments: Arguments) {
    guard let text = arguments[Self.text] else { return nil }
    self.text = text
  }
}
