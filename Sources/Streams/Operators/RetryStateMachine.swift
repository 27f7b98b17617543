/// What `retry` decides: each method takes one event and says what to do.
struct RetryStateMachine {
  enum Decision {
    /// Subscribe anew after that pause, at once where it is zero.
    case retry(RetryPolicy.Attempt)
    case end
  }

  private let policy: RetryPolicy
  /// Credit that was not spent: it goes to the next attempt.
  private(set) var demand = Demand.none
  private var retries = 0

  init(policy: RetryPolicy) { self.policy = policy }

  mutating func asked(for demand: Demand) { self.demand += demand }

  mutating func received() { demand -= .max(1) }

  mutating func ended(_ completion: Completion) -> Decision {
    guard let error = completion.failure, retries < policy.times, policy.isRetryable(error) else { return .end }
    retries += 1
    return .retry(.init(number: retries, error: error, delay: max(policy.delay(retries, error), .zero)))
  }
}
