/// Tells of a run: a fold over its events.
///
/// An `EventLog` calls a reporter serially and in the order of the events, on a queue of the log's own. A reporter that
/// several logs share is called by each of them, so its state is behind a lock.
package protocol Reporter: AnyObject, Sendable {
  /// What it wants told beyond the bare course of the run. Asked once, before the first event.
  var wanted: EventDetail { get }

  /// Every event of the run, masked, in order and without a gap but for what nobody wanted.
  func receive(_ event: RunEvent)

  /// No event is waiting at the moment: what has been gathered may be written now.
  func flush()

  /// Time passes, whether something happened or not; called only where `.ticks` is wanted.
  func tick(at time: Duration)

  /// No event follows. Called once by each log, whatever the run's end.
  func finish()
}

extension Reporter {
  package var wanted: EventDetail { .requests }
  package func flush() {}
  package func tick(at time: Duration) {}
}
