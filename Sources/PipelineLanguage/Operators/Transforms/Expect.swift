/// `expect: .ok == true`: fails unless the expression is true.
package struct ExpectStep: StepOperation {
  static let checks = Parameter(
    "that", .checks, "what must hold: an expression, a list of them, or { that, message }", required: true)

  package static let declaration = OperatorDeclaration(
    "expect", .transform, "fails unless the expression is true",
    parameters: [checks], shorthand: .always("that"),
    discussion: """
      The failure shows the value of each side of the comparison. Only `true` passes.
      """,
    example: "expect: .ok == true")

  package let checks: [Check]

  package init?(_ arguments: Arguments) {
    guard let checks = arguments[Self.checks] else { return nil }
    self.checks = checks
  }
}
