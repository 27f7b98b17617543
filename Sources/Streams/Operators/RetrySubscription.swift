/// One use of a `retry`.
final class RetrySubscription: Inlet, Subscription {
  @exclusivity(unchecked) var current: Link?
  private let upstream: AnySource
  private let onRetry: (@Sendable (RetryPolicy.Attempt) -> Void)?
  private let downstream: Link
  private let queue: SerialQueue
  private let context: SerialQueue
  @exclusivity(unchecked) private var machine: RetryStateMachine
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(
    upstream: AnySource, policy: RetryPolicy, downstream: Link, queue: SerialQueue,
    context: SerialQueue
  ) {
    self.upstream = upstream
    machine = RetryStateMachine(policy: policy)
    onRetry = policy.onRetry
    self.downstream = downstream
    self.queue = queue
    self.context = context
  }

  func edgeName(at port: Int) -> String { "retry" }

  func request(_ demand: Demand) {
    machine.asked(for: demand)
    current?.request(demand)
  }

  func cancel() {
    current.take()?.cancel()
    timer.take()?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    machine.received()
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    current = nil
    switch machine.ended(completion) {
    case .end: downstream.send(completion: completion)
    case .retry(let attempt):
      onRetry?(attempt)
      if attempt.delay == .zero { return resubscribe() }
      timer = queue.timer(after: attempt.delay) { [self] in
        timer = nil
        resubscribe()
      }
    }
  }

  private func resubscribe() {
    let edge = upstream.connect(to: self, on: queue, in: context, from: queue)
    current = edge
    if !machine.demand.isNone { edge.request(machine.demand) }
  }
}
