/// `timeout: 5s`: fails when the next value takes longer.
package struct TimeoutStep: StepOperation {
  static let limit = Parameter("after", .duration, "how long", required: true)

  package static let declaration = OperatorDeclaration(
    "timeout", .transform, "fails when the next value takes longer",
    parameters: [limit], shorthand: .always("after"),
    discussion: """
      The clock runs while a value is owed: a slow consumer causes no timeout. A value in the very tick of the deadline wins.
      """,
    example: "timeout: 5s")

  package let limit: Duration

  package init?(_ arguments: Arguments) {
    guard let limit = arguments[Self.limit] else { return nil }
    self.limit = limit
  }
}
