/// One value, then the end. Nothing before the first credit.
public func just<Output: Sendable>(_ value: Output) -> AnyPublisher<Output> {
  JustSource(value: Payload(value)).typed()
}

private struct JustSource: Source {
  let value: Payload

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(JustUse(value, downstream: edge), on: context, from: context)
  }
}

private final class JustUse: Subscription {
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
