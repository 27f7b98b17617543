/// One use of an `expand`.
final class ExpandSubscription: Inlet, Subscription {
  var outer: Link?
  private var inner: Link?
  private let makeNext: FlatMapTransform
  private let downstream: Link
  private let queue: SerialQueue
  // Unchecked: every access is over before anybody else is called.
  @exclusivity(unchecked) private var machine: ExpandStateMachine<Link>

  init(emitsInputs: Bool, next: @escaping FlatMapTransform, downstream: Link, queue: SerialQueue) {
    machine = ExpandStateMachine(emitsInputs: emitsInputs)
    makeNext = next
    self.downstream = downstream
    self.queue = queue
  }

  private static let innerPort = 0

  func edgeName(at port: Int) -> String { port == OuterPort.number ? "expand" : "expand inner" }

  func request(_ demand: Demand) {
    machine.asked(for: demand)?.request(demand)
    perform()
  }

  func cancel() {
    machine.stop(with: nil)
    perform()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    let value = value
    if port == OuterPort.number {
      if machine.outerReceived(value) { downstream.send(value) }
      perform()
    } else if let waiting = machine.received(value) {
      // What waits to be fed back came by inner streams' edges; the one that is there now tells for all.
      inner?.noteHeld(waiting)
      downstream.send(value)
    }
  }

  func receive(completion: Completion, at port: Int) {
    if port == OuterPort.number {
      outer = nil
      machine.outerEnded(completion)
    } else {
      inner = nil
      machine.ended(completion)
    }
    perform()
  }

  private func feed(_ value: Payload) {
    do {
      let inner = try makeNext(value).connect(
        to: self, port: Self.innerPort, on: queue, in: queue, from: queue)
      self.inner = inner
      let demand = machine.started(inner)
      if !demand.isNone { inner.request(demand) }
    } catch {
      machine.stop(with: .failure(error))
    }
  }

  private func perform() {
    while let action = machine.next() {
      switch action {
      case .feed(let value): feed(value)
      case .askOuter: outer?.request(.max(1))
      case .cancelOuter: outer.take()?.cancel()
      case .cancel(let inner):
        self.inner = nil
        inner.cancel()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }
}
