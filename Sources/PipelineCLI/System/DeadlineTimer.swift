@preconcurrency import Dispatch

/// Runs an action once after a time, unless cancelled before.
final class DeadlineTimer: Sendable {
  private let source: any DispatchSourceTimer

  init(_ time: Duration, _ action: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: .global())
    let (seconds, attoseconds) = time.components
    source.schedule(deadline: .now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000)))
    source.setEventHandler(handler: action)
    source.activate()
  }

  func cancel() { source.cancel() }
}
