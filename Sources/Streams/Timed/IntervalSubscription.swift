/// One use of an `interval`.
final class IntervalSubscription: Subscription {
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var machine: IntervalStateMachine
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(period: Duration, downstream: Link, queue: SerialQueue) {
    machine = IntervalStateMachine(period: period)
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) { perform(machine.asked(for: demand, at: queue.scheduler.now)) }

  func cancel() { timer.take()?.cancel() }

  private func perform(_ action: IntervalStateMachine.Action) {
    if let tick = action.tick { downstream.send(Payload(tick)) }
    guard let due = action.armFor else { return }
    timer = queue.timer(after: due - queue.scheduler.now, kind: .source) { [self] in
      timer = nil
      perform(machine.struck(at: queue.scheduler.now))
    }
  }
}
