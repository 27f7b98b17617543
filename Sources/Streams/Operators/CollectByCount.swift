extension Publisher {
  /// Arrays of `count` values each; at the end what is left over, where anything is. A failure drops a partial array.
  /// Credit for one array is credit for `count` values.
  @inlinable public func collect(_ count: Int) -> AnyPublisher<[Output]> {
    precondition(count > 0, "an array of no values would never be full")
    return AnyPublisher(
      Streams.collect(source, count) {
        // Captured, and so changed in place.
        var values: [Output] = []
        return Chunk(
          append: { values.append($0.unwrap()) },
          take: {
            defer { values = [] }
            return Payload(values)
          })
      })
  }
}

/// An array that grows.
@usableFromInline struct Chunk {
  let append: (Payload) -> Void
  /// Takes the array, and leaves an empty one.
  let take: () -> Payload

  @usableFromInline init(append: @escaping (Payload) -> Void, take: @escaping () -> Payload) {
    self.append = append
    self.take = take
  }
}

/// `collect` without its type.
@usableFromInline func collect(
  _ upstream: AnySource, _ count: Int, _ make: @escaping @Sendable () -> Chunk
) -> AnySource {
  AnySource(CollectSource(upstream: upstream, count: count, make: make))
}

private struct CollectSource: Source {
  let upstream: AnySource
  let count: Int
  let make: @Sendable () -> Chunk

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let collect = CollectSubscription(count: count, chunk: make(), downstream: edge)
    edge.bind(collect, on: home, from: context)
    collect.upstream = upstream.connect(to: collect, on: home, in: context, from: context)
  }
}

/// A value comes only on the credit of an array, so there is always credit for the array it is in.
private final class CollectSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let count: Int
  /// Nil once the stream is over.
  private var chunk: Chunk?
  private var filled = 0
  private let downstream: Link

  init(count: Int, chunk: Chunk, downstream: Link) {
    self.count = count
    self.chunk = chunk
    self.downstream = downstream
  }

  func edgeName(at port: Int) -> String { "collect" }

  func request(_ demand: Demand) { upstream?.request(demand * count) }

  func cancel() {
    upstream.take()?.cancel()
    chunk = nil
  }

  func receive(_ value: consuming Payload, at port: Int) {
    guard let chunk else { return }
    chunk.append(value)
    filled += 1
    if filled == count { flush(chunk) }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    if let chunk = chunk.take(), completion.failure == nil, filled > 0 { flush(chunk) }
    downstream.send(completion: completion)
  }

  private func flush(_ chunk: Chunk) {
    filled = 0
    downstream.send(chunk.take())
  }
}
