extension Publisher {
  /// Runs everything above on `queue`. What is below stays where it is, behind a bounded edge.
  public func subscribe(on queue: SerialQueue) -> AnyPublisher<Output> {
    SubscribeOnSource(upstream: source, queue: queue).typed()
  }
}

/// The upstream lives in another context; the edge notices.
private struct SubscribeOnSource: Source {
  let upstream: AnySource
  let queue: SerialQueue

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    upstream.start(edge, in: queue, from: context)
  }
}
