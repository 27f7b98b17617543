/// One use of a `timeout`.
///
/// The timer is not armed anew with each value: it strikes, finds that a value came since, and is armed for the rest.
final class TimeoutSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let error: any Error
  private let fallback: AnySource?
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var machine: TimeoutStateMachine
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(
    interval: Duration, error: any Error, fallback: AnySource?, downstream: Link, queue: SerialQueue
  ) {
    machine = TimeoutStateMachine(interval: interval)
    self.error = error
    self.fallback = fallback
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { "timeout" }

  func request(_ demand: Demand) {
    strike(at: machine.asked(for: demand, at: queue.scheduler.now))
    upstream?.request(demand)
  }

  func cancel() {
    stop()
    upstream.take()?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    strike(at: machine.received(at: queue.scheduler.now))
    downstream.send(value)
  }

  func receive(_ arrivals: inout Arrivals, at port: Int) {
    // They came in one instant, so the clock is read once.
    let now = queue.scheduler.now
    while let value = arrivals.next() {
      strike(at: machine.received(at: now))
      downstream.send(value)
    }
  }

  func receive(completion: Completion, at port: Int) {
    stop()
    upstream = nil
    downstream.send(completion: completion)
  }

  private func strike(at deadline: Duration?) {
    guard let deadline, timer == nil else { return }
    timer = queue.timer(after: deadline - queue.scheduler.now, kind: .guarding) { [self] in
      timer = nil
      struck()
    }
  }

  private func struck() {
    switch machine.struck(at: queue.scheduler.now) {
    case .nothing: break
    case .again(let deadline): strike(at: deadline)
    case .timedOut:
      upstream.take()?.cancel()
      guard let fallback else { return downstream.send(completion: .failure(error)) }
      let edge = fallback.connect(to: self, on: queue, in: queue, from: queue)
      upstream = edge
      if !machine.owed.isNone { edge.request(machine.owed) }
    }
  }

  private func stop() {
    machine.stopped()
    timer.take()?.cancel()
  }
}
