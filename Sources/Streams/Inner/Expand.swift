extension Publisher {
  /// Feeds each result back in, until nothing comes: paging as a stream.
  ///
  /// For a value, `next` makes a stream; what that emits is passed on, and fed to `next` in its turn, one stream at a
  /// time, in order: all that came of one value before what comes of that (breadth first). The next value of this stream
  /// is taken when nothing is left to feed back. So the output is the same however the streams are timed.
  ///
  /// An inner stream is subscribed without credit too, and asked for values once there is some. Finishes when this stream
  /// has and everything was fed back; this stream's own failure comes in that same place. A failure of an inner stream, or
  /// what `next` throws, comes at once and cancels this stream. Values that wait to be fed are held without bound: a stream
  /// that gives several for each has to come to an end by itself.
  ///
  /// - Parameter emitsInputs: Pass on this stream's own values too, each before what comes of it.
  @inlinable public func expand(
    emitsInputs: Bool = false, _ next: @escaping @Sendable (Output) throws -> AnyPublisher<Output>
  ) -> AnyPublisher<Output> {
    AnyPublisher(Streams.expand(source, emitsInputs: emitsInputs) { try next($0.unwrap()).untyped })
  }
}

/// `expand` without its types.
@usableFromInline func expand(
  _ upstream: AnySource, emitsInputs: Bool, _ next: @escaping FlatMapTransform
) -> AnySource {
  AnySource(ExpandSource(upstream: upstream, emitsInputs: emitsInputs, next: next))
}

private struct ExpandSource: Source {
  let upstream: AnySource
  let emitsInputs: Bool
  let next: FlatMapTransform

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let expand = ExpandSubscription(emitsInputs: emitsInputs, next: next, downstream: edge, queue: home)
    edge.bind(expand, on: home, from: context)
    expand.outer = upstream.connect(to: expand, port: OuterPort.number, on: home, in: context, from: context)
  }
}
