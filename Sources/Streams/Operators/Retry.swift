/// When and how often a failed stream is tried again.
package struct RetryPolicy: Sendable {
  /// One attempt that failed, and is followed by another.
  package struct Attempt: Sendable {
    /// Which further attempt comes now: 1 for the first.
    package let number: Int
    package let error: any Error
    package let delay: Duration
  }

  let times: Int
  let delay: @Sendable (_ attempt: Int, any Error) -> Duration
  let isRetryable: @Sendable (any Error) -> Bool
  let onRetry: (@Sendable (Attempt) -> Void)?

  /// - Parameters:
  ///   - times: Further attempts, at most.
  ///   - delay: How long to wait before the further attempt of that number (1, 2, …) after that failure.
  ///   - isRetryable: Which failures are worth another attempt.
  ///   - onRetry: Told before the wait, on the stream's queue.
  package init(
    times: Int,
    delay: @escaping @Sendable (_ attempt: Int, any Error) -> Duration = { _, _ in .zero },
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
    onRetry: (@Sendable (Attempt) -> Void)? = nil
  ) {
    self.times = max(times, 0)
    self.delay = delay
    self.isRetryable = isRetryable
    self.onRetry = onRetry
  }
}

extension Publisher {
  /// Subscribes anew after a failure, at most `times` further times. Unspent credit goes to the new attempt; what was
  /// emitted before stays. The last failure is passed on. Of use only where everything above runs anew (not a `Multicast`).
  package func retry(_ times: Int) -> AnyPublisher<Output> { retry(RetryPolicy(times: times)) }

  /// Subscribes anew after a failure, as `policy` says.
  package func retry(_ policy: RetryPolicy) -> AnyPublisher<Output> {
    RetrySource(upstream: source, policy: policy).typed()
  }
}

private struct RetrySource: Source {
  let upstream: AnySource
  let policy: RetryPolicy

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let retry = Retry(upstream: upstream, policy: policy, downstream: edge, queue: home, context: context)
    edge.bind(retry, on: home, from: context)
    retry.current = upstream.connect(to: retry, on: home, in: context, from: context)
  }
}

private final class Retry: Inlet, Subscription {
  var current: Link?
  private let upstream: AnySource
  private let policy: RetryPolicy
  private let downstream: Link
  private let queue: SerialQueue
  private let context: SerialQueue
  private var demand = Demand.none
  private var retries = 0
  private var timer: StreamTimer?

  init(
    upstream: AnySource, policy: RetryPolicy, downstream: Link, queue: SerialQueue,
    context: SerialQueue
  ) {
    self.upstream = upstream
    self.policy = policy
    self.downstream = downstream
    self.queue = queue
    self.context = context
  }

  func request(_ demand: Demand) {
    self.demand += demand
    current?.request(demand)
  }

  func cancel() {
    let (current, timer) = (current.take(), timer.take())
    current?.cancel()
    timer?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    demand -= .max(1)
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    current = nil
    guard case .failure(let error) = completion, retries < policy.times, policy.isRetryable(error) else {
      return downstream.send(completion: completion)
    }
    retries += 1
    let delay = max(policy.delay(retries, error), .zero)
    policy.onRetry?(.init(number: retries, error: error, delay: delay))
    if delay == .zero {
      resubscribe()
    } else {
      timer = queue.timer(after: delay) { [self] in resubscribe() }
    }
  }

  private func resubscribe() {
    timer = nil
    let edge = upstream.connect(to: self, on: queue, in: context, from: queue)
    current = edge
    if !demand.isNone { edge.request(demand) }
  }
}
