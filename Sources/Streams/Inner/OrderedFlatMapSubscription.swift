/// One use of a `flatMap` in declared order.
final class OrderedFlatMapSubscription: Inlet, Subscription {
  var outer: Link?
  private let transform: FlatMapTransform
  private let downstream: Link
  private let queue: SerialQueue
  // Unchecked: every access is over before anybody else is called.
  @exclusivity(unchecked) private var machine: OrderedFlatMapStateMachine<Link>

  init(max: Int, transform: @escaping FlatMapTransform, downstream: Link, queue: SerialQueue) {
    machine = OrderedFlatMapStateMachine(max: max)
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
    machine.cancelled()
    perform()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if port == OuterPort.number { return start(value) }
    switch machine.received(value, from: port) {
    case .send(let value):
      downstream.send(value)
      perform()
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
        to: self, port: machine.nextPort, on: queue, in: queue, from: queue)
      let count = machine.started(inner)
      if count > 0 { inner.request(.max(count)) }
    } catch {
      machine.failedToStart(error)
      perform()
    }
  }

  private func perform() {
    while let action = machine.next() {
      switch action {
      case .send(let value): downstream.send(value)
      case .ask(let inner, let count): inner.request(.max(count))
      case .askOuter(let count): outer?.request(.max(count))
      case .cancel(let inner): inner.cancel()
      case .cancelOuter: outer.take()?.cancel()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }
}
