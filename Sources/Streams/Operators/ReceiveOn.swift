extension Publisher {
  /// Runs everything below on `queue`, behind a bounded edge, up to the next operator with several inputs.
  public func receive(on queue: SerialQueue) -> AnyPublisher<Output> {
    ReceiveOnSource(upstream: source, queue: queue).typed()
  }
}

/// What is below makes its home on `outputQueue`; the edge notices.
private struct ReceiveOnSource: Source {
  let upstream: AnySource
  let outputQueue: SerialQueue?

  init(upstream: AnySource, queue: SerialQueue) {
    self.upstream = upstream
    outputQueue = queue
  }

  func attach(_ edge: Link, in context: SerialQueue) {
    upstream.start(edge, in: context, from: context)
  }
}
