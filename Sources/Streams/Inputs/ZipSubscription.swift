/// One running `zipMany`: leads its inputs' signals to the machine and does what that says.
final class ZipSubscription: Inlet, Subscription {
  // Nothing below calls back, so no access ever overlaps another.
  @exclusivity(unchecked) private var machine: ZipStateMachine
  private let inputs = InputEdges()
  private let makeRow: RowMaker
  private let downstream: Link

  init(_ machine: consuming ZipStateMachine, row: @escaping RowMaker, downstream: Link) {
    self.machine = machine
    makeRow = row
    self.downstream = downstream
  }

  func connect(_ sources: [AnySource], on queue: SerialQueue) { inputs.connect(sources, to: self, on: queue) }

  func edgeName(at port: Int) -> String { "zipMany input \(port + 1)" }

  func request(_ demand: Demand) {
    machine.request(demand)
    act()
  }

  func cancel() {
    machine.cancel()
    inputs.cancelAll()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    let hasWork = machine.receive(value, at: port)
    inputs.noteHeld(machine.held(at: port), at: port)
    if hasWork { act() }
  }

  func receive(completion: Completion, at port: Int) {
    inputs.forget(port)
    machine.receive(completion: completion, at: port)
    act()
  }

  private func act() {
    while let action = machine.next() {
      switch action {
      case .sendRow: downstream.send(machine.takeRow(makeRow))
      case .ask(let demand): inputs.requestAll(demand)
      case .end(let completion):
        inputs.cancelAll()
        downstream.send(completion: completion)
      }
    }
  }
}
