/// `decode: Post`: passes the value on if it fits the type, else fails with every violation.
package struct DecodeStep: StepOperation {
  static let type = Parameter(
    "type", .typeName, "a type declared under types, or [type] for a list of them", required: true)

  package static let declaration = OperatorDeclaration(
    "decode", .transform, "passes the value on if it fits the type, else fails with every violation",
    parameters: [type], shorthand: .always("type"),
    example: "decode: Post")

  package let type: TypeReference

  package init?(_ arguments: Arguments) {
    guard let type = arguments[Self.type] else { return nil }
    self.type = type
  }
}
