/// In which order a `flatMap` passes on what its inner streams emit.
public enum FlatMapOrder: Sendable {
  /// All of the first value's inner stream, then all of the second's: the same output however they are timed.
  case declared
  /// As it arrives.
  case arrival
}

extension Publisher {
  /// One inner stream for each value, up to `max` at once.
  ///
  /// In declared order only the earliest unfinished inner stream emits, and the later ones' values are held. A failure
  /// of one stops admission and cancels what is later at once, lets what is earlier finish, and comes in its turn; this
  /// stream's own failure comes after the inner streams of all its values. So the output is the same prefix every time,
  /// for every consumer of a shared node. Held are at most 64 values of an inner stream, never more than were asked for
  /// (one, where nothing is: several at once are there to work ahead), and at most `max + 64` inner streams stand in
  /// line, those that have ended included. With `max: 1` an inner stream is made and subscribed when the one before has
  /// finished, and waits for credit.
  ///
  /// In order of arrival each inner stream is asked for one value at a time, or for everything where downstream does so. A
  /// failure, this stream's own included, cancels all the others and comes at once; what is held is dropped. An inner
  /// stream counts among the `max` until what it emitted is out, so that a slow consumer holds the rest back.
  ///
  /// Finishes when this stream and all inner streams have. `transform` runs on the stream's queue; what it throws is the
  /// failure of that value's inner stream.
  @inlinable public func flatMap<New: Sendable>(
    max: Int = 8, order: FlatMapOrder = .declared,
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    precondition(max > 0, "at least one inner stream has to run")
    return AnyPublisher(
      Streams.flatMap(source, max: max, order: order, { try transform($0.unwrap()).untyped }))
  }

  /// One inner stream for each value, one after the other.
  @inlinable public func concatMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    flatMap(max: 1, transform)
  }
}

/// Makes the inner stream of a value.
@usableFromInline typealias FlatMapTransform = @Sendable (Payload) throws -> AnySource

/// `flatMap` without its types.
@usableFromInline func flatMap(
  _ upstream: AnySource, max: Int, order: FlatMapOrder, _ transform: @escaping FlatMapTransform
) -> AnySource {
  AnySource(FlatMapSource(upstream: upstream, max: max, order: order, transform: transform))
}

private struct FlatMapSource: Source {
  let upstream: AnySource
  let max: Int
  let order: FlatMapOrder
  let transform: FlatMapTransform

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    switch order {
    case .declared:
      let map = OrderedFlatMapSubscription(max: max, transform: transform, downstream: edge, queue: home)
      edge.bind(map, on: home, from: context)
      map.outer = upstream.connect(to: map, port: OuterPort.number, on: home, in: context, from: context)
    case .arrival:
      let map = ArrivalFlatMapSubscription(max: max, transform: transform, downstream: edge, queue: home)
      edge.bind(map, on: home, from: context)
      map.outer = upstream.connect(to: map, port: OuterPort.number, on: home, in: context, from: context)
    }
  }
}
