/// One running `race`: leads its inputs' signals to the machine and does what that says.
final class RaceSubscription: Inlet, Subscription {
  @exclusivity(unchecked) private var machine: RaceStateMachine
  private let inputs = InputEdges()
  private let downstream: Link

  init(_ machine: RaceStateMachine, downstream: Link) {
    self.machine = machine
    self.downstream = downstream
  }

  func connect(_ sources: [AnySource], on queue: SerialQueue) { inputs.connect(sources, to: self, on: queue) }

  func edgeName(at port: Int) -> String { "race input \(port + 1)" }

  func request(_ demand: Demand) {
    if let winner = machine.winner { inputs.request(demand, at: winner) } else { inputs.requestAll(demand) }
  }

  func cancel() {
    machine.cancel()
    inputs.cancelAll()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    switch machine.receiveValue(at: port) {
    case .win:
      inputs.cancelAll(but: port)
      downstream.send(value)
    case .send: downstream.send(value)
    case .drop: break
    }
  }

  func receive(completion: Completion, at port: Int) {
    inputs.forget(port)
    if let end = machine.receive(completion: completion, at: port) { downstream.send(completion: end) }
  }
}
