/// `fail: not today`: fails with a message.
package struct FailStep: StepOperation {
  static let message = Parameter("message", .template(), "what the failure says", required: true)

  package static let declaration = OperatorDeclaration(
    "fail", .source, "fails with a message",
    parameters: [message], shorthand: .always("message"),
    discussion: #"""
      - Fails: with the kind `custom` and the message, which may hold templates. Exit status 4.
      """#,
    example: "fail: not today",
    sample: OperatorSample(
      #"""
      nodes:
        today:
          - fail: not today
          - replaceError: '${ $error.kind }: ${ $error.message }'
      """#,
      prints: #"""
        "custom: not today"
        """#))

  package let message: TextTemplate

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let message = arguments[Self.message] else { return nil }
    self.message = message
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    Load(values: .none)
  }
}
