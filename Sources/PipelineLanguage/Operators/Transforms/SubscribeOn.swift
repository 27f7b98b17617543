/// `subscribeOn: utility`: does the work above at a quality of service.
package struct SubscribeOnStep: StepOperation {
  /// Dispatch's names.
  package static let qualities = ["userInteractive", "userInitiated", "default", "utility", "background"]

  static let quality = Parameter("qos", .keyword(qualities), "the Dispatch quality of service", required: true)

  package static let declaration = OperatorDeclaration(
    "subscribeOn", .transform, "does the work above at a quality of service",
    parameters: [quality], shorthand: .always("qos"),
    example: "subscribeOn: utility")

  package let quality: String

  package init?(_ arguments: Arguments) {
    guard let quality = arguments[Self.quality] else { return nil }
    self.quality = quality
  }
}
