extension Publisher {
  /// Shifts values and terminal, failure or not, by `interval`; their order stays, and what came in one instant goes out
  /// in one.
  ///
  /// Credit passes through, so that no more values are held than were asked for. One timer serves them all. Cancel drops
  /// what is held.
  public func delay(for interval: Duration) -> AnyPublisher<Output> {
    DelaySource(upstream: source, interval: interval).typed()
  }
}

private struct DelaySource: Source {
  let upstream: AnySource
  let interval: Duration

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let delay = DelaySubscription(interval: interval, downstream: edge, queue: home)
    edge.bind(delay, on: home, from: context)
    delay.upstream = upstream.connect(to: delay, on: home, in: context, from: context)
  }
}
