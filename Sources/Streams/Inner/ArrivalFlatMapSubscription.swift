/// One use of a `flatMap` in order of arrival.
final class ArrivalFlatMapSubscription: Inlet, Subscription {
  var outer: Link?
  private let transform: FlatMapTransform
  private let downstream: Link
  private let queue: SerialQueue
  // Unchecked: every access is over before anybody else is called.
  @exclusivity(unchecked) private var machine: ArrivalFlatMapStateMachine<Link>

  init(max: Int, transform: @escaping FlatMapTransform, downstream: Link, queue: SerialQueue) {
    machine = ArrivalFlatMapStateMachine(max: max)
    self.transform = transform
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { port == OuterPort.number ? "flatMap" : "flatMap inner" }

  func request(_ demand: Demand) {
    machine.asked(for: demand)
    perform()
  }

  func cancel() {
    machine.stop(with: nil)
    perform()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if port == OuterPort.number { return start(value) }
    switch machine.received(value, from: port) {
    case .send(let value, let inner):
      downstream.send(value)
      inner?.request(.max(1))
    case .held(let inner, let count): inner.noteHeld(count)
    case .dropped: break
    }
  }

  func receive(completion: Completion, at port: Int) {
    if port == OuterPort.number {
      outer = nil
      machine.outerEnded(completion)
    } else {
      machine.ended(completion, from: port)
    }
    perform()
  }

  private func start(_ value: consuming Payload) {
    do {
      let inner = try transform(value).connect(
        to: self, port: machine.nextSlot, on: queue, in: queue, from: queue)
      inner.request(machine.started(inner))
    } catch {
      machine.stop(with: .failure(error))
      perform()
    }
  }

  private func perform() {
    while let action = machine.next() {
      switch action {
      case .send(let value): downstream.send(value)
      case .ask(let inner, let demand): inner.request(demand)
      case .askOuter(let count): outer?.request(.max(count))
      case .cancel(let inner): inner.cancel()
      case .cancelOuter: outer.take()?.cancel()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }
}
