/// One use of a `delay`. One timer over a line of signals, never a timer a signal.
final class DelaySubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var machine: DelayStateMachine
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(interval: Duration, downstream: Link, queue: SerialQueue) {
    machine = DelayStateMachine(interval: interval)
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { "delay" }

  func request(_ demand: Demand) { upstream?.request(demand) }

  func cancel() {
    upstream.take()?.cancel()
    timer.take()?.cancel()
    machine.cancelled()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    hold(.value(value), at: queue.scheduler.now)
    upstream?.noteHeld(machine.count)
  }

  func receive(_ arrivals: inout Arrivals, at port: Int) {
    // They came in one instant, so the clock is read once.
    let now = queue.scheduler.now
    while let value = arrivals.next() { hold(.value(value), at: now) }
    upstream?.noteHeld(machine.count)
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    hold(.end(completion), at: queue.scheduler.now)
  }

  private func hold(_ signal: DelayStateMachine.Signal, at now: Duration) {
    machine.received(signal, at: now)
    if timer == nil { arm() }
  }

  private func arm() {
    guard let due = machine.due else { return }
    timer = queue.timer(after: due - queue.scheduler.now) { [self] in
      timer = nil
      release()
    }
  }

  private func release() {
    let now = queue.scheduler.now
    while let signal = machine.next(at: now) {
      switch signal {
      case .value(let value): downstream.send(value)
      case .end(let completion): downstream.send(completion: completion)
      }
    }
    arm()
  }
}
