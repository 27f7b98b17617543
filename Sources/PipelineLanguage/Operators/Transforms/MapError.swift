/// `mapError: '\"login: \" + $error.message'`: rewrites the failure.
package struct MapErrorStep: StepOperation {
  static let transform = Parameter(
    "with", .expression(extra: ["error"]), "an expression that gives the new message, or an object with a message",
    required: true)

  package static let declaration = OperatorDeclaration(
    "mapError", .transform, "rewrites the failure",
    parameters: [transform], shorthand: .always("with"),
    discussion: #"""
      - `$error` and `.` are the failure. The expression gives the new message, as a text or as an object with a
        `message`. Kind, status and place stay, and so does the exit status; reports show the old message below
        the new one.
      - Values and end pass unchanged. Where the expression itself fails, the failure stays as it was.
      """#,
    example: "mapError: '\"login: \" + $error.message'",
    sample: OperatorSample(
      #"""
      nodes:
        login:
          - fail: wrong password
          - mapError: '"login: " + $error.message'
      """#,
      prints: #"""
        ✗ login  0.4 ms
          mapError.yaml:3:7: fail: login: wrong password
            3 |     - fail: wrong password
              |       ^^^^
            was: wrong password
        """#))

  package let transform: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let transform = arguments[Self.transform] else { return nil }
    self.transform = transform
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
