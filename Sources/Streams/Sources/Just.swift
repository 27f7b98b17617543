/// One value, then the end. Nothing before the first credit.
@inlinable public func just<Output: Sendable>(_ value: Output) -> AnyPublisher<Output> {
  AnyPublisher(AnySource(just: Payload(value)))
}

/// The one value on an edge whose consumer lives elsewhere; see `Link.hold` for the others.
final class JustSubscription: Subscription {
  private var value: Payload?
  private let downstream: Link

  init(_ value: Payload, downstream: Link) {
    self.value = value
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    guard let value = value.take() else { return }
    downstream.send(value)
    downstream.send(completion: .finished)
  }

  func cancel() { value = nil }
}
