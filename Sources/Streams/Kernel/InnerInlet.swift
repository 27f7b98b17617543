/// An operator that consumes streams of a second kind, besides its own input: inner streams, dependencies.
protocol InnerReceiver: AnyObject {
  func receiveInner(_ value: consuming Payload, from slot: Int)
  func receiveInner(completion: Completion, from slot: Int)
}

/// Leads one inner stream to its operator. It holds the operator for as long as the edge holds it.
final class InnerInlet: Inlet {
  private let receiver: any InnerReceiver

  init(_ receiver: any InnerReceiver) { self.receiver = receiver }

  func receive(_ value: consuming Payload, at port: Int) { receiver.receiveInner(value, from: port) }

  func receive(completion: Completion, at port: Int) { receiver.receiveInner(completion: completion, from: port) }
}
