/// A stream was silent for longer than it was given.
package struct TimeoutError: Error, CustomStringConvertible {
  /// What it was given.
  package let interval: Duration

  package init(interval: Duration) { self.interval = interval }

  package var description: String { "no value within \(interval)" }
}

extension Publisher {
  /// Fails when the next value takes longer than `interval`, or goes on with `fallback`.
  ///
  /// The clock runs only while upstream owes a value, so that a slow consumer causes no timeout; it restarts with each
  /// value and stops at the terminal. A value in the very instant wins. Upstream is cancelled before anything goes down.
  ///
  /// - Parameters:
  ///   - fallback: Takes the unspent credit over. Nil: fail with `error`.
  ///   - error: Nil: a `TimeoutError`.
  package func timeout(
    _ interval: Duration, error: (any Error)? = nil, fallback: AnyPublisher<Output>? = nil
  ) -> AnyPublisher<Output> {
    TimeoutSource(
      upstream: source, interval: interval, error: error ?? TimeoutError(interval: interval),
      fallback: fallback?.source
    ).typed()
  }
}

private struct TimeoutSource: Source {
  let upstream: AnySource
  let interval: Duration
  let error: any Error
  let fallback: AnySource?

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let timeout = TimeoutSubscription(
      interval: interval, error: error, fallback: fallback, downstream: edge, queue: home)
    edge.bind(timeout, on: home, from: context)
    timeout.upstream = upstream.connect(to: timeout, on: home, in: context, from: context)
  }
}

/// The timer is not armed anew with each value: it strikes, finds that a value came since, and is armed for the rest.
private final class TimeoutSubscription: Inlet, Subscription {
  var upstream: Link?
  private let interval: Duration
  private let error: any Error
  private let fallback: AnySource?
  private let downstream: Link
  private let queue: SerialQueue
  private var owed = Demand.none
  private var deadline: Duration?
  private var timer: StreamTimer?
  private var isGuarding = true

  init(
    interval: Duration, error: any Error, fallback: AnySource?, downstream: Link, queue: SerialQueue
  ) {
    self.interval = interval
    self.error = error
    self.fallback = fallback
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    if owed.isNone { startClock() }
    owed += demand
    upstream?.request(demand)
  }

  func cancel() {
    stop()
    let upstream = upstream.take()
    upstream?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    owed -= .max(1)
    if owed.isNone { deadline = nil } else { startClock() }
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    stop()
    upstream = nil
    downstream.send(completion: completion)
  }

  private func startClock() {
    guard isGuarding else { return }
    let deadline = queue.scheduler.now + interval
    self.deadline = deadline
    if timer == nil { arm(for: interval) }
  }

  private func arm(for rest: Duration) {
    timer = queue.timer(after: rest, kind: .guarding) { [self] in strike() }
  }

  private func strike() {
    timer = nil
    guard isGuarding, let deadline else { return }
    let rest = deadline - queue.scheduler.now
    if rest > .zero { return arm(for: rest) }
    cancel()
    if let fallback {
      let edge = fallback.connect(to: self, on: queue, in: queue, from: queue)
      upstream = edge
      if !owed.isNone { edge.request(owed) }
    } else {
      downstream.send(completion: .failure(error))
    }
  }

  private func stop() {
    isGuarding = false
    deadline = nil
    let timer = timer.take()
    timer?.cancel()
  }
}
