/// `debounce: 300ms`: lets a value through once so much time has passed without a newer one.
package struct DebounceStep: StepOperation {
  static let time = Parameter("for", .duration, "how long it must be quiet", required: true)

  package static let declaration = OperatorDeclaration(
    "debounce", .transform, "lets a value through once so much time has passed without a newer one",
    parameters: [time], shorthand: .always("for"),
    discussion: #"""
      - Of values in quick succession the last is kept, and comes when it has been quiet for so long.
      - Which values there are depends on timing. What is above is never held back.
      - Ends: with the stream; the value that waits comes first, at once.
      - Fails: with the stream, at once; the value that waits is dropped.
      """#,
    example: "debounce: 300ms",
    sample: OperatorSample(
      #"""
      nodes:
        typed:
          - sequence: [p, pi, pipe]
          - debounce: 20ms
      """#,
      prints: #"""
        "pipe"
        """#))

  package let time: Duration

  package init?(_ arguments: Arguments) {
    guard let time = arguments[Self.time] else { return nil }
    self.time = time
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.thinned }
}
