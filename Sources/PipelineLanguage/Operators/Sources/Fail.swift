/// `fail: not today`: fails with a message.
package struct FailStep: StepOperation {
  static let message = Parameter("message", .template(), "what the failure says", required: true)

  package static let declaration = OperatorDeclaration(
    "fail", .source, "fails with a message",
    parameters: [message], shorthand: .always("message"),
    example: "fail: not today")

  package let message: TextTemplate

  package init?(_ arguments: Arguments) {
    guard let message = arguments[Self.message] else { return nil }
    self.message = message
  }
}
