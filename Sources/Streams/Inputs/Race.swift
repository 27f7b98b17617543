/// The values of the input that emits first; the others are cancelled then. Of two at the same moment, the one whose value
/// is heard first.
///
/// Until one has emitted, all are asked for what downstream asks for. An input that ends without a value, finished or
/// failed, drops out. When all have: the failure of the first declared that failed, or the end where none did. Without
/// inputs it finishes. The winner's failure is the end; nothing takes its place. A shared stream may be listed twice.
public func race<Output: Sendable>(_ inputs: [AnyPublisher<Output>]) -> AnyPublisher<Output> {
  if inputs.isEmpty { return empty() }
  return RaceSource(inputs: inputs.map(\.source)).typed()
}

private struct RaceSource: Source {
  let inputs: [AnySource]

  func attach(_ edge: Link, in context: SerialQueue) {
    let race = RaceSubscription(RaceStateMachine(count: inputs.count), downstream: edge)
    edge.bind(race, on: context, from: context)
    race.connect(inputs, on: context)
  }
}
