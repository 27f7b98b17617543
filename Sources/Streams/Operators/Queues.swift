extension Publisher {
  /// Runs everything above on `queue`. What is below stays where it is, behind a bounded edge.
  package func subscribe(on queue: SerialQueue) -> AnyPublisher<Output> {
    SubscribeOnPublisher(upstream: eraseToAnyPublisher(), queue: queue).eraseToAnyPublisher()
  }

  /// Runs everything below on `queue`, behind a bounded edge, up to the next operator with several inputs.
  package func receive(on queue: SerialQueue) -> AnyPublisher<Output> {
    ReceiveOnPublisher(upstream: eraseToAnyPublisher(), queue: queue).eraseToAnyPublisher()
  }
}

/// The upstream lives in another context; the edge notices.
private struct SubscribeOnPublisher<Output: Sendable>: Publisher {
  let upstream: AnyPublisher<Output>
  let queue: SerialQueue

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    edge.attach(to: upstream, in: queue, from: context)
  }
}

/// What is below makes its home on `outputQueue`; the edge notices.
private struct ReceiveOnPublisher<Output: Sendable>: Publisher {
  let upstream: AnyPublisher<Output>
  let outputQueue: SerialQueue?

  init(upstream: AnyPublisher<Output>, queue: SerialQueue) {
    self.upstream = upstream
    outputQueue = queue
  }

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    edge.attach(to: upstream, in: context, from: context)
  }
}
