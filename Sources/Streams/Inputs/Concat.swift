/// The first input's values, then the second's, and so on. An input is subscribed when the one before has finished, and not
/// before: a request of the second is sent when the first is through. Credit that was not spent goes with it. The failure
/// of one is the end, and later inputs are never subscribed. Without inputs it finishes.
///
/// A shared stream that is an input after the first is subscribed late. See `Multicast.lateConsumer` and `replay`.
public func concatMany<Output: Sendable>(_ inputs: [AnyPublisher<Output>]) -> AnyPublisher<Output> {
  if inputs.isEmpty { return empty() }
  return ConcatSource(inputs: inputs.map(\.source)).typed()
}

extension Publisher {
  /// This stream, then `next`.
  public func append(_ next: some Publisher<Output>) -> AnyPublisher<Output> {
    concatMany([eraseToAnyPublisher(), next.eraseToAnyPublisher()])
  }
}

private struct ConcatSource: Source {
  let inputs: [AnySource]

  func attach(_ edge: Link, in context: SerialQueue) {
    let concat = ConcatSubscription(inputs: inputs, downstream: edge, queue: context)
    edge.bind(concat, on: context, from: context)
    concat.startNext()
  }
}

/// Its whole state is which input's turn it is and the credit that was not spent; that needs no machine of its own.
private final class ConcatSubscription: Inlet, Subscription {
  private let inputs: [AnySource]
  private var next = 0
  private let downstream: Link
  private let queue: SerialQueue
  private var current: Link?
  private var demand = Demand.none

  init(inputs: [AnySource], downstream: Link, queue: SerialQueue) {
    self.inputs = inputs
    self.downstream = downstream
    self.queue = queue
  }

  func startNext() {
    let edge = inputs[next].connect(to: self, port: next, on: queue, in: queue, from: queue)
    next += 1
    current = edge
    if !demand.isNone { edge.request(demand) }
  }

  func edgeName(at port: Int) -> String { "concatMany input \(port + 1)" }

  func request(_ demand: Demand) {
    self.demand += demand
    current?.request(demand)
  }

  func cancel() {
    let current = current.take()
    current?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    demand -= .max(1)
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    current = nil
    if completion.failure == nil, next < inputs.count { startNext() } else { downstream.send(completion: completion) }
  }
}
