/// `timeout: 5s`: fails when the next value takes longer.
package struct TimeoutStep: StepOperation {
  static let limit = Parameter("after", .duration, "how long", required: true)

  package static let declaration = OperatorDeclaration(
    "timeout", .transform, "fails when the next value takes longer",
    parameters: [limit], shorthand: .always("after"),
    discussion: #"""
      - The clock runs from the start and from each value, while a value is owed: a slow consumer causes no
        timeout. A value in the very instant wins.
      - Fails: with the kind `timeout` and exit status 3, after what is above was cancelled.
      - It bounds the silence of a stream. A request has bounds of its own: `fetch: { timeout: … }`.
      """#,
    example: "timeout: 5s",
    sample: OperatorSample(
      #"""
      nodes:
        slow:
          - just: 1
          - delay: 2s
          - timeout: 50ms
          - replaceError: '${ $error.message }'
      """#,
      prints: #"""
        "no value within 50ms"
        """#))

  package let limit: Duration

  package init?(_ arguments: Arguments) {
    guard let limit = arguments[Self.limit] else { return nil }
    self.limit = limit
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    load.mayFailLate = true
    return load
  }
}
