/// `retry: { times: 3, delay: 200ms, backoff: exponential }`: subscribes again to the steps above where they fail.
package struct RetryStep: StepOperation {
  static let times = Parameter("times", .count(from: 0), "how many further attempts", required: true)
  static let delay = Parameter("delay", .duration, "the pause before another attempt; none where left out")
  static let backoff = Parameter(
    "backoff", .keyword(["constant", "exponential"]), "exponential doubles the pause each time; constant where left out"
  )
  static let jitter = Parameter(
    "jitter", .share, "the part of each pause that is left to chance, 0.5 for half of it; true for all of it")
  static let longest = Parameter("max", .duration, "the longest pause; no bound where left out")
  static let condition = Parameter(
    "on", .expression(extra: ["error"]), "whether a failure is worth another attempt; each is where left out")

  package static let declaration = OperatorDeclaration(
    "retry", .transform, "subscribes again to the steps above where they fail",
    parameters: [times, delay, backoff, jitter, longest, condition], shorthand: .unlessMapping("times"),
    discussion: #"""
      - `retry: 3` is three further attempts, four in all. Everything above in the chain runs again, so that a
        refused PUT can ask for a fresh URL first.
      - What was emitted before the failure stays; it may come again.
      - The pause comes only between attempts. With `backoff: exponential` it doubles each time, up to `max`;
        `jitter: 0.5` shortens it by chance, by half of it at most, so that many who failed together do not come
        back together.
      - `on` decides by the failure, which is `$error` and `.`: `on: $error.status == 503`. Where it fails itself,
        there is no further attempt.
      - Fails: with the last failure. Reports tell each attempt and its cause.
      - A node that is named above (`from`, or an input of a join) cannot be run again, since a node runs once:
        `check` says so.
      """#,
    example: "retry: { times: 3, delay: 200ms, backoff: exponential }",
    sample: OperatorSample(
      #"""
      clients:
        api: { baseURL: https://api.example.org }
      nodes:
        order:
          - fetch: /orders/7
          - retry: { times: 2, delay: 10ms, on: $error.status == 503 }
      mock:
        - get: /orders/{id}
          reply: { status: 503 }
      """#,
      prints: #"""
          order: attempt 1 failed, next in 10 ms: GET http://127.0.0.1:PORT/orders/7 answered 503 Service Unavailable
          order: attempt 2 failed, next in 10 ms: GET http://127.0.0.1:PORT/orders/7 answered 503 Service Unavailable
        ✗ order  3 requests  54 ms
          retry.yaml:5:7: fetch: GET http://127.0.0.1:PORT/orders/7 answered 503 Service Unavailable
            5 |     - fetch: /orders/7
              |       ^^^^^
            GET http://127.0.0.1:PORT/orders/7 → 503  0.4 ms
            curl http://127.0.0.1:PORT/orders/7
        ✗ 1 failed  3 requests  58 ms
        """#, isQuiet: false))

  package let times: Int
  package let delay: Duration?
  package let backoff: String
  package let jitter: Double
  package let longest: Duration?
  package let condition: Formula?

  package var repeatsStepsAbove: Bool { true }

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let times = arguments[Self.times] else { return nil }
    self.times = times
    delay = arguments[Self.delay]
    backoff = arguments[Self.backoff] ?? "constant"
    jitter = arguments[Self.jitter] ?? 0
    longest = arguments[Self.longest]
    condition = arguments[Self.condition]
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.repeated(times) }
}
