/// `retry: { times: 3, delay: 200ms, backoff: exponential }`: subscribes again to the steps above where they fail.
package struct RetryStep: StepOperation {
  static let times = Parameter("times", .count(from: 0), "how many further attempts", required: true)
  static let delay = Parameter("delay", .duration, "the pause before another attempt; none where left out")
  static let backoff = Parameter(
    "backoff", .keyword(["constant", "exponential"]), "whether the pause doubles each time")
  static let jitter = Parameter("jitter", .boolean, "whether each pause is a random part of it")
  static let longest = Parameter("max", .duration, "the longest pause")
  static let condition = Parameter("on", .expression(extra: ["error"]), "whether this failure is worth another attempt")

  package static let declaration = OperatorDeclaration(
    "retry", .transform, "subscribes again to the steps above where they fail",
    parameters: [times, delay, backoff, jitter, longest, condition], shorthand: .unlessMapping("times"),
    discussion: """
      Everything above in the chain runs again, so that a refused PUT can ask for a fresh URL first. Values that were already
      emitted stay. A node that is named above cannot be run again, since a node runs once: that is an error.
      """,
    example: "retry: { times: 3, delay: 200ms, backoff: exponential }")

  package let times: Int
  package let delay: Duration?
  package let backoff: String
  package let jitter: Bool
  package let longest: Duration?
  package let condition: Formula?

  package var repeatsStepsAbove: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let times = arguments[Self.times] else { return nil }
    self.times = times
    delay = arguments[Self.delay]
    backoff = arguments[Self.backoff] ?? "constant"
    jitter = arguments[Self.jitter] ?? false
    longest = arguments[Self.longest]
    condition = arguments[Self.condition]
  }
}
