extension Publisher {
  /// One inner stream for each value, only the newest of which lives: a new value cancels the one before.
  ///
  /// Unspent credit goes to the new inner stream; what the old one has sent and has not arrived yet is dropped, and its
  /// credit is not spent. This stream is asked for everything with the first credit: it is never held back, so that the
  /// newest value is the newest there is. Finishes when this stream and the current inner one have; a failure of either
  /// cancels the other and comes at once.
  ///
  /// `transform` runs on the stream's queue, after the inner stream before was cancelled; what it throws fails the stream.
  @inlinable public func switchMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    AnyPublisher(Streams.switchMap(source) { try transform($0.unwrap()).untyped })
  }
}

/// `switchMap` without its types. The typed function is inlined, so that values are unwrapped by code that knows them.
@usableFromInline func switchMap(_ upstream: AnySource, _ transform: @escaping FlatMapTransform) -> AnySource {
  AnySource(SwitchMapSource(upstream: upstream, transform: transform))
}

private struct SwitchMapSource: Source {
  let upstream: AnySource
  let transform: FlatMapTransform

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let map = SwitchMapSubscription(transform: transform, downstream: edge, queue: home)
    edge.bind(map, on: home, from: context)
    map.outer = upstream.connect(to: map, port: OuterPort.number, on: home, in: context, from: context)
  }
}
