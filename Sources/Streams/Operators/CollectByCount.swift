extension Publisher {
  /// Arrays of `count` values each; at the end what is left over, where anything is. A failure drops a partial array.
  /// Credit for one array is credit for `count` values.
  public func collect(_ count: Int) -> AnyPublisher<[Output]> {
    precondition(count > 0, "an array of no values would never be full")
    return CollectSource(upstream: source, count: count, array: Payload.array(of: Output.self)).typed()
  }
}

private struct CollectSource: Source {
  let upstream: AnySource
  let count: Int
  let array: @Sendable ([Payload]) -> Payload

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let collect = CollectSubscription(count: count, array: array, downstream: edge)
    edge.bind(collect, on: home, from: context)
    collect.upstream = upstream.connect(to: collect, on: home, in: context, from: context)
  }
}

/// A value comes only on the credit of an array, so there is always credit for the array it is in.
private final class CollectSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let count: Int
  private let array: @Sendable ([Payload]) -> Payload
  private let downstream: Link
  @exclusivity(unchecked) private var values: [Payload] = []

  init(count: Int, array: @escaping @Sendable ([Payload]) -> Payload, downstream: Link) {
    self.array = array
    self.count = count
    self.downstream = downstream
  }

  func request(_ demand: Demand) { upstream?.request(demand * count) }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    values = []
  }

  func receive(_ value: consuming Payload, at port: Int) {
    values.append(value)
    if values.count == count { flush() }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    if completion.failure == nil, !values.isEmpty { flush() }
    values = []
    downstream.send(completion: completion)
  }

  private func flush() {
    let full = values
    values = []
    downstream.send(array(full))
  }
}
