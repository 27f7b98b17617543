/// `mapError: '\"login: \" + $error.message'`: rewrites the failure.
package struct MapErrorStep: StepOperation {
  static let transform = Parameter(
    "with", .expression(extra: ["error"]), "an expression that gives the new message, or an object with a message",
    required: true)

  package static let declaration = OperatorDeclaration(
    "mapError", .transform, "rewrites the failure",
    parameters: [transform], shorthand: .always("with"),
    example: "mapError: '\"login: \" + $error.message'")

  package let transform: Formula

  package init?(_ arguments: Arguments) {
    guard let transform = arguments[Self.transform] else { return nil }
    self.transform = transform
  }
}
