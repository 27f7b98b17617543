/// The values of the input that emits first; the others are cancelled then.
///
/// An input that ends without a value drops out. When all have: the failure of the first declared that failed, or the
/// end where none did. Without inputs it finishes.
package func race<Output: Sendable>(_ inputs: [AnyPublisher<Output>]) -> AnyPublisher<Output> {
  if inputs.isEmpty { return empty() }
  return RaceSource(inputs: inputs.map(\.source)).typed()
}

private struct RaceSource: Source {
  let inputs: [AnySource]

  func attach(_ edge: Link, in context: SerialQueue) {
    let race = RaceSubscription(count: inputs.count, downstream: edge)
    edge.bind(race, on: context, from: context)
    for (port, input) in inputs.enumerated() {
      race.lanes[port].edge = input.connect(to: race, port: port, on: context, in: context, from: context)
    }
  }
}

private final class RaceSubscription: Inlet, Subscription {
  let lanes: [Lane]
  private let downstream: Link
  private var winner: Int?
  private var endedLanes = 0

  init(count: Int, downstream: Link) {
    lanes = (0..<count).map { _ in Lane() }
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    if let winner {
      lanes[winner].edge?.request(demand)
    } else {
      for lane in lanes { lane.edge?.request(demand) }
    }
  }

  func cancel() {
    for lane in lanes { lane.cancel() }
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if winner == nil {
      winner = port
      for (other, lane) in lanes.enumerated() where other != port { lane.cancel() }
    }
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    lanes[port].edge = nil
    lanes[port].end = completion
    endedLanes += 1
    if winner == port {
      downstream.send(completion: completion)
    } else if endedLanes == lanes.count {
      let failures = lanes.lazy.compactMap { $0.end?.failure }
      downstream.send(completion: failures.first.map { .failure($0) } ?? .finished)
    }
  }
}
