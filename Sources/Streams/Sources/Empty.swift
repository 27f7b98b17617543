/// Ends at once without a value.
public func empty<Output: Sendable>(_ type: Output.Type = Output.self) -> AnyPublisher<Output> {
  EndSource(completion: .finished).typed()
}

/// Ends as it was made to, or never.
struct EndSource: Source {
  /// Nil for a stream that never ends.
  let completion: Completion?

  var isLeaf: Bool { true }

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(NoSubscription(), on: context, from: context, isLeaf: true)
    if let completion { edge.send(completion: completion) }
  }
}

/// The subscription of a source that has nothing to do.
final class NoSubscription: Subscription {
  func request(_ demand: Demand) {}
  func cancel() {}
}
