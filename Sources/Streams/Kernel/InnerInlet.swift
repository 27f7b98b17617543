/// An operator that consumes streams of a second kind, besides its own input: inner streams, dependencies, a handler's.
protocol InnerReceiver<Inner>: AnyObject {
  associatedtype Inner: Sendable

  func receiveInner(_ value: Inner, from slot: Int)
  func receiveInner(completion: Completion, from slot: Int)
}

/// Leads one inner stream to its operator. It holds the operator for as long as the edge holds it.
final class InnerInlet<Inner: Sendable>: Inlet {
  private let receiver: any InnerReceiver<Inner>

  init(_ receiver: any InnerReceiver<Inner>) { self.receiver = receiver }

  func receive(_ value: Inner, at port: Int) { receiver.receiveInner(value, from: port) }

  func receive(completion: Completion, at port: Int) { receiver.receiveInner(completion: completion, from: port) }
}
