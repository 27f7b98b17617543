/// `as: session`: names the value for the steps below.
package struct AsStep: StepOperation {
  static let bindingName = Parameter("name", .bindingName, "the name, used as $name", required: true)

  package static let declaration = OperatorDeclaration(
    "as", .transform, "names the value for the steps below",
    parameters: [bindingName], shorthand: .always("name"),
    example: "as: session")

  package let bindingName: String

  package init?(_ arguments: Arguments) {
    guard let bindingName = arguments[Self.bindingName] else { return nil }
    self.bindingName = bindingName
  }

  package static var bindsNames: Bool { true }
  package var bindings: [String] { [bindingName] }
}
