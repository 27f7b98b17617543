extension Publisher {
  /// Arrays of `count` values each; at the end what is left over, where anything is. A failure drops a partial array.
  /// Credit for one array is credit for `count` values.
  package func collect(_ count: Int) -> AnyPublisher<[Output]> {
    precondition(count > 0, "an array of no values would never be full")
    return CollectPublisher(upstream: eraseToAnyPublisher(), count: count).eraseToAnyPublisher()
  }
}

private struct CollectPublisher<Input: Sendable>: Publisher {
  let upstream: AnyPublisher<Input>
  let count: Int

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Edge<[Input]>, in context: SerialQueue) {
    let home = outputQueue ?? context
    let collect = CollectSubscription<Input>(count: count, downstream: edge)
    edge.bind(collect, on: home, from: context)
    collect.upstream = upstream.connect(to: collect, on: home, in: context, from: context)
  }
}

/// A value comes only on the credit of an array, so there is always credit for the array it is in.
private final class CollectSubscription<Input: Sendable>: Inlet, Subscription {
  var upstream: Edge<Input>?
  private let count: Int
  private let downstream: Edge<[Input]>
  private var values: [Input] = []

  init(count: Int, downstream: Edge<[Input]>) {
    self.count = count
    self.downstream = downstream
  }

  func request(_ demand: Demand) { upstream?.request(demand * count) }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    values = []
  }

  func receive(_ value: Input, at port: Int) {
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
    downstream.send(full)
  }
}
