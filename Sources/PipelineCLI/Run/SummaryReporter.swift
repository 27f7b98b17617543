import RunEvents
import Synchronization

/// Folds a run into its exit status, for which requests and values need not be remembered.
final class SummaryReporter: Reporter {
  private let summary = Mutex(RunSummary(detail: .counts))

  var wanted: EventDetail { [] }

  func receive(_ event: RunEvent) {
    switch event.kind {
    case .runStarted, .nodeStarted, .nodeFinished, .runFinished, .runRefused: summary.withLock { $0.apply(event) }
    case .requestStarted, .requestProgress, .requestFinished, .requestFailed, .requestCancelled, .checkPassed,
      .retrying,
      .recovered, .message, .value, .output:
      break
    }
  }

  func finish() {}

  var exitStatus: Int32 { summary.withLock(\.exitStatus) }
  var mayBeTriedAgain: Bool { summary.withLock(\.mayBeTriedAgain) }
}
