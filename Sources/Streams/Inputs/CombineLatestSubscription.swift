/// One running `combineLatest`: leads its inputs' signals to the machine and does what that says.
final class CombineLatestSubscription: Inlet, Subscription {
  // Nothing below calls back, so no access ever overlaps another.
  @exclusivity(unchecked) private var machine: CombineLatestStateMachine
  private let inputs = InputEdges()
  private let makeRow: RowMaker
  private let downstream: Link

  init(_ machine: consuming CombineLatestStateMachine, row: @escaping RowMaker, downstream: Link) {
    self.machine = machine
    makeRow = row
    self.downstream = downstream
  }

  func connect(_ sources: [AnySource], on queue: SerialQueue) { inputs.connect(sources, to: self, on: queue) }

  func edgeName(at port: Int) -> String { "combineLatest input \(port + 1)" }

  func request(_ demand: Demand) {
    machine.request(demand)
    act()
  }

  func cancel() {
    machine.cancel()
    inputs.cancelAll()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    inputs.noteHeld(1, at: port)
    machine.receive(value, at: port)
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
      case .sendRow(let port):
        downstream.send(machine.makeRow(makeRow))
        inputs.request(.max(1), at: port)
      case .askNext(let port): inputs.request(.max(1), at: port)
      case .askAll(let demand): inputs.requestAll(demand)
      case .cancelInputs: inputs.cancelAll()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }
}
