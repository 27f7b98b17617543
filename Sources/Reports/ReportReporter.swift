package import RunEvents
import Synchronization

/// Gathers the runs it is told of, one after another, and hands a report of them all over at each log's end.
///
/// For runs that go on side by side, give each a reporter, or fold them apart and use the report itself.
package final class ReportReporter: Reporter {
  private let runs = Mutex<[RunSummary]>([])
  private let report: @Sendable ([RunSummary]) -> [UInt8]
  private let deliver: @Sendable ([UInt8]) -> Void
  private let detail: RunSummary.Detail

  package let wanted: EventDetail

  /// - Parameters:
  ///   - report: Makes the whole file of the runs, which are in the order of their starts.
  ///   - deliver: Takes the whole file at each `finish()`: all the runs so far.
  package init(
    detail: RunSummary.Detail = .everything, wanted: EventDetail = .requests,
    _ report: @escaping @Sendable ([RunSummary]) -> [UInt8], deliver: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.detail = detail
    self.wanted = wanted
    self.report = report
    self.deliver = deliver
  }

  package func receive(_ event: RunEvent) {
    runs.withLock { runs in
      switch event.kind {
      case .runStarted, .runRefused: runs.append(RunSummary(detail: detail))
      default: break
      }
      guard !runs.isEmpty else { return }
      runs[runs.count - 1].apply(event)
    }
  }

  package func finish() { deliver(report(runs.withLock { $0 })) }
}
