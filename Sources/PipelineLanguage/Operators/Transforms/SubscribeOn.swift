/// `subscribeOn: utility`: does the work above at a quality of service.
package struct SubscribeOnStep: StepOperation {
  /// Dispatch's names.
  package static let qualities = ["userInteractive", "userInitiated", "default", "utility", "background"]

  static let quality = Parameter("qos", .keyword(qualities), "the Dispatch quality of service", required: true)

  package static let declaration = OperatorDeclaration(
    "subscribeOn", .transform, "does the work above at a quality of service",
    parameters: [quality], shorthand: .always("qos"),
    discussion: #"""
      - It concerns the steps above it in this chain. Values, order, end and failure are the same.
      - The qualities are Dispatch's: a lower one yields to other work on the machine.
      """#,
    example: "subscribeOn: utility",
    sample: OperatorSample(
      #"""
      nodes:
        calm:
          - sequence: [2, 3]
          - map: . * .
          - subscribeOn: utility
      """#,
      prints: #"""
        4
        9
        """#))

  package let quality: String

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let quality = arguments[Self.quality] else { return nil }
    self.quality = quality
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
