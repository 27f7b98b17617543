/// One use of a `waiting(for:)`. A dependency's port is its place.
final class WaitingSubscription: Inlet, Subscription {
  var upstream: Link?
  var dependencies: [Link?]
  private let open: WaitingOpening
  private let downstream: Link
  // Unchecked: every access is over before anybody else is called.
  @exclusivity(unchecked) private var machine: WaitingStateMachine
  /// What becomes of a value, once all dependencies gave theirs.
  private var combine: ((Payload) throws -> Payload)?

  init(count: Int, open: @escaping WaitingOpening, downstream: Link) {
    machine = WaitingStateMachine(dependencies: count)
    dependencies = Array(repeating: nil, count: count)
    self.open = open
    self.downstream = downstream
  }

  func edgeName(at port: Int) -> String { port == OuterPort.number ? "waiting" : "waiting dependency \(port)" }

  func request(_ demand: Demand) {
    machine.asked(for: demand)
    perform()
  }

  func cancel() {
    machine.stop(with: nil)
    perform()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    let value = value
    if port != OuterPort.number {
      if machine.dependencyGave(value, at: port) { dependencies[port].take()?.cancel() }
      perform()
    } else if let count = machine.received(value) {
      upstream?.noteHeld(count)
    } else if !pass(value) {
      perform()
    }
  }

  func receive(completion: Completion, at port: Int) {
    if port == OuterPort.number {
      upstream = nil
      machine.upstreamEnded(completion)
    } else {
      dependencies[port] = nil
      machine.dependencyEnded(completion, at: port)
    }
    perform()
  }

  /// False where it went wrong, and the machine was told.
  private func pass(_ value: Payload) -> Bool {
    guard let combine else { return true }
    do {
      downstream.send(try combine(value))
      return true
    } catch {
      machine.stop(with: .failure(error))
      return false
    }
  }

  private func perform() {
    while let action = machine.next() {
      switch action {
      case .askDependencies: for dependency in dependencies { dependency?.request(.max(1)) }
      case .askUpstream(let demand): upstream?.request(demand)
      case .open(let values):
        dependencies = []
        combine = open(values)
      case .pass(let value): _ = pass(value)
      case .cancelAll: cancelAll()
      case .end(let completion): downstream.send(completion: completion)
      }
    }
  }

  private func cancelAll() {
    upstream.take()?.cancel()
    for dependency in dependencies { dependency?.cancel() }
    dependencies = []
    combine = nil
  }
}
