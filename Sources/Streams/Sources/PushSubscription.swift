/// One use of a `PushSource`.
///
/// `@unchecked Sendable`: all but `inbox` is touched on `queue` alone.
final class PushSubscription: Subscription, Runnable, @unchecked Sendable {
  typealias Start = @Sendable (PushSubscription) -> (@Sendable () -> Void)?

  private let capacity: Int
  private var start: Start?
  private let downstream: Link
  private let queue: SerialQueue
  private var stop: (@Sendable () -> Void)?
  private var demand = Demand.none
  private var held = Ring<Payload>()
  private var end: Completion?
  private let inbox = Guarded(Inbox())

  private struct Inbox {
    var values: [Payload] = []
    var end: Completion?
    /// Taken from `values` and not passed on.
    var held = 0
    var isPosted = false
    /// The producer was told to wait. What stands still for want of credit is no work that a graph may wait for.
    var isWaiting = false
    var whenReady: (@Sendable () -> Void)?
    /// No value is taken any more: the end came, or a cancel.
    var isClosed = false
  }

  init(capacity: Int, start: @escaping Start, downstream: Link, queue: SerialQueue) {
    self.capacity = capacity
    self.start = start
    self.downstream = downstream
    self.queue = queue
  }

  // MARK: The producer's side, any thread

  func accept(_ value: Payload) -> FeedAnswer {
    var startsWaiting = false
    var isToPost = false
    let answer = inbox.withLock { inbox -> FeedAnswer in
      if inbox.isClosed { return .closed }
      inbox.values.append(value)
      isToPost = !inbox.isPosted
      inbox.isPosted = true
      if !inbox.isWaiting, inbox.values.count + inbox.held >= capacity {
        inbox.isWaiting = true
        startsWaiting = true
      }
      return inbox.isWaiting ? .wait : .goOn
    }
    if isToPost { queue.post(self, .work) }
    if startsWaiting { queue.scheduler.ledger.outsideEnded() }
    return answer
  }

  func accept(end: Completion) {
    let taken = inbox.withLock { inbox -> (wasWaiting: Bool, isToPost: Bool, action: (@Sendable () -> Void)?)? in
      if inbox.isClosed { return nil }
      inbox.isClosed = true
      inbox.end = end
      defer {
        inbox.isPosted = true
        inbox.isWaiting = false
      }
      return (inbox.isWaiting, !inbox.isPosted, inbox.whenReady.take())
    }
    guard let taken else { return }
    if taken.isToPost { queue.post(self, .work) }
    if !taken.wasWaiting { queue.scheduler.ledger.outsideEnded() }
  }

  func setReadyAction(_ action: @escaping @Sendable () -> Void) {
    inbox.withLock { inbox in
      if !inbox.isClosed { inbox.whenReady = action }
    }
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
    let old = inbox.withLock { inbox in
      let old = inbox
      inbox = Inbox()
      inbox.isClosed = true
      inbox.isPosted = true
      return old
    }
    let stop = stop.take()
    if old.isClosed { return }
    stop?()
    if !old.isWaiting { queue.scheduler.ledger.outsideEnded() }
  }

  func run(_ turn: Turn) {
    var values: [Payload] = []
    inbox.withLock { inbox in
      inbox.isPosted = false
      swap(&values, &inbox.values)
      inbox.held += values.count
      end = inbox.end.take()
    }
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
    let action = inbox.withLock { inbox -> (@Sendable () -> Void)? in
      inbox.held -= count
      guard inbox.isWaiting, inbox.values.count + inbox.held <= capacity / 2 else { return nil }
      inbox.isWaiting = false
      queue.scheduler.ledger.outsideBegan()
      return inbox.whenReady ?? {}
    }
    action?()
  }
}
