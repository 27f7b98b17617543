/// One use of a `throttle`. The timer runs while the interval after a value lasts.
final class ThrottleSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var upstream: Link?
  private let interval: Duration
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var machine: ThrottleStateMachine
  @exclusivity(unchecked) private var timer: StreamTimer?

  init(interval: Duration, latest: Bool, downstream: Link, queue: SerialQueue) {
    self.interval = interval
    machine = ThrottleStateMachine(latest: latest)
    self.downstream = downstream
    self.queue = queue
  }

  func edgeName(at port: Int) -> String { "throttle" }

  func request(_ demand: Demand) {
    if machine.isUnasked { upstream?.request(.unlimited) }
    perform(machine.asked(for: demand))
  }

  func cancel() {
    upstream.take()?.cancel()
    timer.take()?.cancel()
    machine.cancelled()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    upstream?.noteHeld(1)
    perform(machine.received(value))
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    timer.take()?.cancel()
    perform(machine.ended(completion))
  }

  private func perform(_ action: ThrottleStateMachine.Action) {
    if let value = action.value { downstream.send(value) }
    if action.startsInterval {
      timer = queue.timer(after: interval) { [self] in
        timer = nil
        perform(machine.intervalPassed())
      }
    }
    if let end = action.end { downstream.send(completion: end) }
  }
}
