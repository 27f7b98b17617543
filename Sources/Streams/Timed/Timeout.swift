/// A stream was silent for longer than it was given.
public struct TimeoutError: Error, CustomStringConvertible {
  /// What it was given.
  public let interval: Duration

  public init(interval: Duration) { self.interval = interval }

  public var description: String { "no value within \(interval)" }
}

extension Publisher {
  /// Fails when the next value takes longer than `interval`, or goes on with `fallback`.
  ///
  /// The clock runs only while upstream owes a value, so that a slow consumer causes no timeout: it starts with the first
  /// credit, restarts with each value and with credit after none was left, and stops at the terminal. A value or a
  /// terminal in the very instant wins. Upstream is cancelled before anything goes down. The fallback has no clock of its
  /// own. A timeout is no work that a graph waits for: a shared node whose consumers are stuck grows its edge first.
  ///
  /// - Parameters:
  ///   - fallback: Takes the unspent credit over. Nil: fail with `error`.
  ///   - error: Nil: a `TimeoutError`.
  public func timeout(
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
