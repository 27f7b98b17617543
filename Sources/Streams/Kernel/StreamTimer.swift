/// A one-shot timer of one operator. It fires as a signal on the operator's queue.
///
/// Made, cancelled and delivered on that queue; only `fire()` comes from elsewhere.
///
/// `@unchecked Sendable`: `body` is touched on `queue` alone, the rest never changes or (`slot`) belongs to the
/// scheduler, which touches it under its own lock.
public final class StreamTimer: Runnable, @unchecked Sendable {
  /// On the scheduler's clock.
  public let deadline: Duration
  let kind: Kind
  let queue: SerialQueue
  private var body: (() -> Void)?
  private var activity: Activity?

  /// What a timer is for; among equal deadlines, sources go first and guards last.
  public enum Kind: Int, Sendable {
    /// A source's next value. Only what makes values by the clock is one.
    case source
    /// An operator's.
    case work
    /// Strikes when something did not come in time. It is not work that a graph may wait for: a stuck graph would look
    /// busy until its timeout strikes.
    case guarding
  }

  init(on queue: SerialQueue, after delay: Duration, kind: Kind, _ body: @escaping () -> Void) {
    self.queue = queue
    self.deadline = queue.scheduler.now + max(delay, .zero)
    self.kind = kind
    self.body = body
    if kind != .guarding { activity = queue.scheduler.beginActivity() }
    queue.scheduler.arm(self)
  }

  /// On the queue: it will not fire, or what it fired is ignored.
  func cancel() {
    guard body.take() != nil else { return }
    queue.scheduler.disarm(self)
    activity.take()?.end()
  }

  /// The scheduler calls this once, from any thread.
  public func fire() { queue.post(self, .work) }

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
    after delay: Duration, kind: StreamTimer.Kind = .work, _ body: @escaping () -> Void
  ) -> StreamTimer {
    StreamTimer(on: self, after: delay, kind: kind, body)
  }

  /// Runs `body` on this queue after `delay`. Callable from anywhere.
  public func asyncAfter(
    _ delay: Duration, kind: StreamTimer.Kind = .work, _ body: @escaping @Sendable () -> Void
  ) -> Cancellable {
    let timer = timer(after: delay, kind: kind, body)
    return Cancellable { self.async { timer.cancel() } }
  }
}
