/// One use of a `PushSource`.
///
/// `@unchecked Sendable`: all but `inbox`, which is behind its lock, is touched on `queue` alone. The tests that feed
/// streams from threads run under ThreadSanitizer.
final class PushSubscription: Subscription, Runnable, @unchecked Sendable {
  typealias Start = @Sendable (PushSubscription) -> (@Sendable () -> Void)?

  private var start: Start?
  private let downstream: Link
  private let queue: SerialQueue
  private var stop: (@Sendable () -> Void)?
  @exclusivity(unchecked) private var demand = Demand.none
  @exclusivity(unchecked) private var held = Ring<Payload>()
  private var end: Completion?
  private let inbox: Guarded<PushStateMachine>

  init(capacity: Int, start: @escaping Start, downstream: Link, queue: SerialQueue) {
    inbox = Guarded(PushStateMachine(capacity: capacity))
    self.start = start
    self.downstream = downstream
    self.queue = queue
  }

  // MARK: The producer's side, any thread

  func accept(_ value: Payload) -> FeedAnswer {
    let acceptance = inbox.withLock { $0.received(value) }
    if acceptance.isToPost { queue.post(self, .work) }
    if acceptance.startsWaiting { queue.scheduler.ledger.outsideEnded() }
    if acceptance.waiting > 0 { downstream.noteHeld(acceptance.waiting) }
    return acceptance.answer
  }

  func accept(end: Completion) {
    guard let ending = inbox.withLock({ $0.ended(end) }) else { return }
    if ending.isToPost { queue.post(self, .work) }
    if ending.wasWorking { queue.scheduler.ledger.outsideEnded() }
  }

  func setReadyAction(_ action: @escaping @Sendable () -> Void) {
    // What it takes the place of is let go of here, not under the lock.
    _ = inbox.withLock { $0.setReadyAction(action) }
  }

  // MARK: The stream's side

  func request(_ demand: Demand) {
    self.demand += demand
    guard let start = start.take() else { return emit() }
    queue.scheduler.ledger.outsideBegan()
    stop = start(self)
  }

  func cancel() {
    held = Ring()
    end = nil
    if start.take() != nil { return }
    let (old, wasOpen, wasWorking) = inbox.withLock { $0.cancelled() }
    let stop = stop.take()
    if wasOpen { stop?() }
    if wasWorking { queue.scheduler.ledger.outsideEnded() }
    withExtendedLifetime(old) {}
  }

  func run(_ turn: Turn) {
    var values: [Payload] = []
    end = inbox.withLock { $0.take(into: &values) }
    for value in values { held.append(value) }
    emit()
  }

  private func emit() {
    var count = 0
    while !held.isEmpty, demand.spend(), let value = held.popFirst() {
      downstream.send(value)
      count += 1
    }
    if count > 0 { makeRoom(count) }
    if held.isEmpty, let end = end.take() {
      stop = nil
      downstream.send(completion: end)
    }
  }

  private func makeRoom(_ count: Int) {
    let ledger = queue.scheduler.ledger
    let action = inbox.withLock { inbox -> (@Sendable () -> Void)? in
      let action = inbox.passedOn(count)
      // Before the lock is free: the producer may wait again, and end its work, before we are back.
      if action != nil { ledger.outsideBegan() }
      return action
    }
    action?()
  }
}
