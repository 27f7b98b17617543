/// One use of a `switchMap`. An inner stream's port is its generation.
final class SwitchMapSubscription: Inlet, Subscription {
  var outer: Link?
  private let transform: FlatMapTransform
  private let downstream: Link
  private let queue: SerialQueue
  // Unchecked: every access is over before anybody else is called.
  @exclusivity(unchecked) private var machine = SwitchMapStateMachine<Link>()

  init(transform: @escaping FlatMapTransform, downstream: Link, queue: SerialQueue) {
    self.transform = transform
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { port == OuterPort.number ? "switchMap" : "switchMap inner" }

  func request(_ demand: Demand) {
    let (inner, asksOuter) = machine.asked(for: demand)
    inner?.request(demand)
    if asksOuter { outer?.request(.unlimited) }
  }

  func cancel() { perform(machine.stop(with: nil)) }

  func receive(_ value: consuming Payload, at port: Int) {
    if port == OuterPort.number { return restart(with: value) }
    if machine.received(from: port) { downstream.send(value) }
  }

  func receive(completion: Completion, at port: Int) {
    if port == OuterPort.number {
      outer = nil
      perform(machine.outerEnded(completion))
    } else {
      perform(machine.ended(completion, from: port))
    }
  }

  private func restart(with value: consuming Payload) {
    machine.outerReceived()?.cancel()
    do {
      let inner = try transform(value).connect(
        to: self, port: machine.generation, on: queue, in: queue, from: queue)
      let demand = machine.started(inner)
      if !demand.isNone { inner.request(demand) }
    } catch {
      perform(machine.stop(with: .failure(error)))
    }
  }

  private func perform(_ ending: SwitchMapStateMachine<Link>.Ending) {
    if ending.cancelsOuter { outer.take()?.cancel() }
    ending.cancelled?.cancel()
    if let end = ending.end { downstream.send(completion: end) }
  }
}
