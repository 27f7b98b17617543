package import RunEvents
import Synchronization

/// Gathers the runs it is told of, one after another, and hands the page over at each log's end.
///
/// For runs that go on side by side, give each a fold of its own and use `HTMLReport`.
package final class HTMLReporter: Reporter {
  package let wanted: EventDetail = [.requests, .headers, .bodies, .values]
  private let runs = Mutex<[HTMLRun]>([])
  private let deliver: @Sendable ([UInt8]) -> Void

  /// - Parameter deliver: Takes the whole page at each `finish()`: all the runs so far.
  package init(deliver: @escaping @Sendable ([UInt8]) -> Void) { self.deliver = deliver }

  package func receive(_ event: RunEvent) {
    runs.withLock { runs in
      switch event.kind {
      case .runStarted(let run):
        if let last = runs.last, last.summary.isSuperseded(by: run.suite) { runs[runs.count - 1].isSuperseded = true }
        runs.append(HTMLRun())
      case .runRefused(let refusal):
        runs.append(HTMLRun(refusal))
        return
      default: break
      }
      guard !runs.isEmpty else { return }
      runs[runs.count - 1].apply(event)
    }
  }

  package func finish() {
    deliver(HTMLReport.bytes(of: runs.withLock { $0 }))
  }
}
