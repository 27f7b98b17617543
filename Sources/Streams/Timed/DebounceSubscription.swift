/// One use of a `debounce`. One timer at a time: when it strikes too early, the machine says so.
final class DebounceSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let interval: Duration
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var machine = DebounceStateMachine()
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(interval: Duration, downstream: Link, queue: SerialQueue) {
    self.interval = interval
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { "debounce" }

  func request(_ demand: Demand) {
    let isFirst = machine.isUnasked
    perform(machine.asked(for: demand))
    if isFirst { upstream?.request(.unlimited) }
  }

  func cancel() {
    let (upstream, timer) = (upstream.take(), timer.take())
    upstream?.cancel()
    timer?.cancel()
    machine = DebounceStateMachine()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    upstream?.noteHeld(1)
    perform(machine.received(value, due: queue.scheduler.now + interval))
  }

  func receive(_ arrivals: inout Arrivals, at port: Int) {
    // They came in one instant, and each takes the place of the one before.
    var newest: Payload?
    while let value = arrivals.next() { newest = value }
    if let newest { receive(newest, at: port) }
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    let timer = timer.take()
    timer?.cancel()
    perform(machine.ended(completion))
  }

  private func perform(_ action: DebounceStateMachine.Action) {
    if let due = action.armFor, timer == nil { arm(for: due) }
    if let value = action.value { downstream.send(value) }
    if let end = action.end { downstream.send(completion: end) }
  }

  private func arm(for due: Duration) {
    timer = queue.timer(after: due - queue.scheduler.now) { [self] in
      timer = nil
      perform(machine.struck(at: queue.scheduler.now))
    }
  }
}
