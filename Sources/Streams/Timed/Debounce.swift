extension Publisher {
  /// Sends a value on once `interval` has passed without a newer one.
  ///
  /// A value that comes in the very instant the one before is due takes its place. At most one value is held, longer
  /// where there is no credit, and a newer one then takes its place and waits for quiet anew. The end sends the held value
  /// at once, as soon as there is credit, and comes with it; failure and cancel drop it. Upstream is asked for
  /// everything with the first credit, and so never held back.
  public func debounce(for interval: Duration) -> AnyPublisher<Output> {
    DebounceSource(upstream: source, interval: interval).typed()
  }
}

private struct DebounceSource: Source {
  let upstream: AnySource
  let interval: Duration

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let debounce = DebounceSubscription(interval: interval, downstream: edge, queue: home)
    edge.bind(debounce, on: home, from: context)
    debounce.upstream = upstream.connect(to: debounce, on: home, in: context, from: context)
  }
}
