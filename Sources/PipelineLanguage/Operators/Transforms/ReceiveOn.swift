/// `receiveOn: main`: runs the steps below on the main queue or at a quality of service.
package struct ReceiveOnStep: StepOperation {
  static let queue = Parameter(
    "queue", .keyword(["main"] + SubscribeOnStep.qualities), "main, or the Dispatch quality of service", required: true)

  package static let declaration = OperatorDeclaration(
    "receiveOn", .transform, "runs the steps below on the main queue or at a quality of service",
    parameters: [queue], shorthand: .always("queue"),
    discussion: #"""
      - It concerns the steps below it in this chain. Values, order, end and failure are the same.
      """#,
    example: "receiveOn: main",
    sample: OperatorSample(
      #"""
      nodes:
        said:
          - just: done
          - receiveOn: main
          - map: . + "."
      """#,
      prints: #"""
        "done."
        """#))

  package let queue: String

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let queue = arguments[Self.queue] else { return nil }
    self.queue = queue
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
