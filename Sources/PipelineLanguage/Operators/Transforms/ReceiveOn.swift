/// `receiveOn: main`: runs the steps below on the main queue or at a quality of service.
package struct ReceiveOnStep: StepOperation {
  static let queue = Parameter(
    "queue", .keyword(["main"] + SubscribeOnStep.qualities), "main, or the Dispatch quality of service", required: true)

  package static let declaration = OperatorDeclaration(
    "receiveOn", .transform, "runs the steps below on the main queue or at a quality of service",
    parameters: [queue], shorthand: .always("queue"),
    example: "receiveOn: main")

  package let queue: String

  package init?(_ arguments: Arguments) {
    guard let queue = arguments[Self.queue] else { return nil }
    self.queue = queue
  }
}
