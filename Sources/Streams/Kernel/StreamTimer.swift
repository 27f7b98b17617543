/// A one-shot timer of one operator. It fires as a signal on the operator's queue.
///
/// Made, cancelled and delivered on that queue; only `fire()` comes from elsewhere.
///
/// `@unchecked Sendable`: `body` is touched on `queue` alone, the rest never changes or (`slot`) belongs to the
/// scheduler, which touches it under its own lock.
package final class StreamTimer: Runnable, @unchecked Sendable {
  /// On the scheduler's clock.
  package let deadline: Duration
  /// Among equal deadlines, sources go first. Only scripted sources of tests say so.
  package let isSource: Bool
  let queue: SerialQueue
  private let countsAsWork: Bool
  private var body: (() -> Void)?
  private var activity: Activity?

  /// - Parameter countsAsWork: Whether the graph may wait for it. A timer that only guards (a timeout) does not count,
  ///   or a stuck graph would look busy until the guard strikes.
  init(
    on queue: SerialQueue, after delay: Duration, countsAsWork: Bool, isSource: Bool = false,
    _ body: @escaping () -> Void
  ) {
    self.queue = queue
    self.deadline = queue.scheduler.now + max(delay, .zero)
    self.countsAsWork = countsAsWork
    self.isSource = isSource
    self.body = body
    if countsAsWork { activity = queue.scheduler.beginActivity() }
    queue.scheduler.arm(self)
  }

  /// On the queue: it will not fire, or what it fired is ignored.
  func cancel() {
    guard body.take() != nil else { return }
    queue.scheduler.disarm(self)
    activity.take()?.end()
  }

  /// The scheduler calls this once, from any thread.
  package func fire() { queue.post(self, .work) }

  func run(_ turn: Turn) {
    let body = body.take()
    let activity = activity.take()
    body?()
    activity?.end()
  }
}

extension SerialQueue {
  /// Arms a timer; `body` runs on this queue, unless the timer is cancelled before. Only from within the queue.
  func timer(
    after delay: Duration, countsAsWork: Bool = true, isSource: Bool = false, _ body: @escaping () -> Void
  ) -> StreamTimer {
    StreamTimer(on: self, after: delay, countsAsWork: countsAsWork, isSource: isSource, body)
  }
}
