import RunEvents
import Synchronization

/// Folds a run into its exit status.
final class SummaryReporter: Reporter {
  private let summary = Mutex(RunSummary())

  func receive(_ event: RunEvent) { summary.withLock { $0.apply(event) } }

  func finish() {}

  var exitStatus: Int32 { summary.withLock(\.exitStatus) }
}
