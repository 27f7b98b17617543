/// One running use of a publisher, as its consumer sees it.
///
/// Both calls belong on the queue the consumer lives on, and neither calls back: what they cause comes later, as a
/// signal of its own.
public protocol Subscription: AnyObject {
  /// Adds credit for `demand` further values. Asking for none is a programming error and traps.
  func request(_ demand: Demand)

  /// Ends the use: nothing is delivered any more, not even a terminal, and whatever works upstream is told to stop.
  /// Cancelling twice, or after the end, does nothing.
  func cancel()
}

/// What consumes a stream: first its subscription, then `value* (finished | failure)?`, one after the other, on the
/// queue it subscribed on. Credit comes only from `Subscription.request(_:)`.
public protocol Subscriber<Input>: AnyObject {
  associatedtype Input: Sendable

  /// Called once, before anything else. The place to ask for the first values.
  func receive(subscription: any Subscription)
  /// Called at most as often as values were asked for.
  func receive(_ value: Input)
  /// Called at most once; nothing follows.
  func receive(completion: Completion)
}

/// What an edge delivers to. An operator with many inputs tells them apart by `port`.
protocol Inlet: AnyObject {
  func receive(_ value: consuming Payload, at port: Int)
  func receive(completion: Completion, at port: Int)

  /// Takes the values that came in one go; as if each came alone, for those that do not say how they do it at once.
  func receive(_ arrivals: inout Arrivals, at port: Int)

  /// What the edge to that port is called in a high-water mark.
  func edgeName(at port: Int) -> String
}

extension Inlet {
  func receive(_ arrivals: inout Arrivals, at port: Int) {
    while let value = arrivals.next() { receive(value, at: port) }
  }

  /// The operator's class.
  func edgeName(at port: Int) -> String { "\(Self.self)" }
}
