/// `throttle: 1s`: lets at most one value through in so much time.
package struct ThrottleStep: StepOperation {
  static let time = Parameter("for", .duration, "the time that belongs to one value", required: true)
  static let latest = Parameter(
    "latest", .boolean, "false: of the values in that time the first comes, and not the last")

  package static let declaration = OperatorDeclaration(
    "throttle", .transform, "lets at most one value through in so much time",
    parameters: [time, latest], shorthand: .unlessMapping("for"),
    discussion: #"""
      - The first value comes at once. Of those that come within the time after it, the newest comes when that
        time is over; with `latest: false` the oldest.
      - Which values there are depends on timing. What is above is never held back.
      - Ends: with the stream; the value that waits comes first, at once.
      - Fails: with the stream, at once; the value that waits is dropped.
      """#,
    example: "throttle: 1s",
    sample: OperatorSample(
      #"""
      nodes:
        progress:
          - sequence: [10, 20, 30, 40]
          - throttle: 50ms
      """#,
      prints: #"""
        10
        40
        """#))

  package let time: Duration
  package let latest: Bool

  package init?(_ arguments: Arguments) {
    guard let time = arguments[Self.time] else { return nil }
    self.time = time
    latest = arguments[Self.latest] ?? true
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.thinned }
}
