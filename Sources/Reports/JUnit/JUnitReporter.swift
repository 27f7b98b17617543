package import RunEvents
import Synchronization

/// Gathers the runs it is told of, one after another, and hands the JUnit file over at each log's end.
///
/// For runs that go on side by side, give each a reporter, or fold them apart and use `JUnitReport`.
package final class JUnitReporter: Reporter {
  private let runs = Mutex<[RunSummary]>([])
  private let deliver: @Sendable ([UInt8]) -> Void

  /// - Parameter deliver: Takes the whole file at each `finish()`: all the runs so far.
  package init(deliver: @escaping @Sendable ([UInt8]) -> Void) { self.deliver = deliver }

  package func receive(_ event: RunEvent) {
    runs.withLock { runs in
      if case .runStarted = event.kind { runs.append(RunSummary()) }
      guard !runs.isEmpty else { return }
      runs[runs.count - 1].apply(event)
    }
  }

  package func finish() {
    deliver(JUnitReport.bytes(of: runs.withLock { $0 }))
  }
}
