/// One running `mergeMany`: leads its inputs' signals to the machine and does what that says.
final class MergeSubscription: Inlet, Subscription {
  // Nothing below calls back, so no access ever overlaps another.
  @exclusivity(unchecked) private var machine: MergeStateMachine
  private let inputs = InputEdges()
  private let downstream: Link

  init(_ machine: consuming MergeStateMachine, downstream: Link) {
    self.machine = machine
    self.downstream = downstream
  }

  func connect(_ sources: [AnySource], on queue: SerialQueue) { inputs.connect(sources, to: self, on: queue) }

  func edgeName(at port: Int) -> String { "mergeMany input \(port + 1)" }

  func request(_ demand: Demand) {
    machine.request(demand)
    act()
  }

  func cancel() {
    machine.cancel()
    inputs.cancelAll()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if let value = machine.receive(value, at: port) {
      downstream.send(value)
    } else {
      inputs.noteHeld(machine.held(at: port), at: port)
    }
    act()
  }

  func receive(completion: Completion, at port: Int) {
    inputs.forget(port)
    machine.receive(completion: completion, at: port)
    act()
  }

  private func act() {
    while let action = machine.next() {
      switch action {
      case .send(let value): downstream.send(value)
      case .ask(let demand, let port): inputs.request(demand, at: port)
      case .askAll(let demand): inputs.requestAll(demand)
      case .cancelInputs: inputs.cancelAll()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }
}
