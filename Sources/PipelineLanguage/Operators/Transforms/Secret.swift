/// `secret: .token`: masks what the expression gives, in everything that is written from here on.
package struct SecretStep: StepOperation {
  static let found = Parameter(
    "what", .expression(), "what must not be shown; several values are hidden each", required: true)

  package static let declaration = OperatorDeclaration(
    "secret", .transform, "masks what the expression gives, in everything that is written from here on",
    parameters: [found], shorthand: .always("what"),
    discussion: #"""
      - What a response brought, a token or a signed URL, is hidden as a secret input is: in the log, the output,
        reports and `curl` commands, in every encoding in which it travels, and so is what expressions make of it. Of a list or an object every string
        and number is hidden.
      - The value goes on unchanged, and requests are sent with what is really there.
      - It holds from here on. What was written before stays: a detailed log (`-vv`) may show the body of the response
        that brought it.
      - Texts of fewer than three characters are not looked for.
      - Fails: where the expression does, or gives `null`, `true` or `false`, which hide nothing: a misspelled name
        would else show the secret. Write `.token // empty` where it may be missing.
      """#,
    example: "secret: .token",
    sample: OperatorSample(
      #"""
      nodes:
        login:
          - just: { user: ada, token: t0p-s3cret }
          - secret: .token
          - log: 'Authorization: Bearer ${ .token }'
      """#,
      prints: #"""
          login: Authorization: Bearer ***
        ✓ login  0.6 ms
        ✓ 1 passed  10 ms
        {"user":"ada","token":"***"}
        """#, isQuiet: false))

  package let found: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let found = arguments[Self.found] else { return nil }
    self.found = found
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
