extension Publisher {
  /// Sends at most one value in each `interval`: the first at once, then the newest of the interval at its end, or with
  /// `latest: false` the oldest.
  ///
  /// An interval begins when a value goes out. A value that comes in the very instant of its end belongs to it. At most
  /// one value is held, longer where there is no credit; meanwhile the newest (or oldest) is kept. The end sends it at
  /// once, as soon as there is credit, and comes with it; failure and cancel drop it. Upstream is asked for everything
  /// with the first credit, and so never held back.
  public func throttle(for interval: Duration, latest: Bool = true) -> AnyPublisher<Output> {
    ThrottleSource(upstream: source, interval: interval, latest: latest).typed()
  }
}

private struct ThrottleSource: Source {
  let upstream: AnySource
  let interval: Duration
  let latest: Bool

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let throttle = ThrottleSubscription(interval: interval, latest: latest, downstream: edge, queue: home)
    edge.bind(throttle, on: home, from: context)
    throttle.upstream = upstream.connect(to: throttle, on: home, in: context, from: context)
  }
}
