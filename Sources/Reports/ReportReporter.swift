package import RunEvents
import Synchronization

/// Gathers the runs it is told of, one after another, and hands a report of them all over at each log's end.
///
/// For runs that go on side by side, give each a reporter, or fold them apart and use the report itself.
package final class ReportReporter: Reporter {
  private let runs: Mutex<RunList>
  private let report: @Sendable ([RunSummary]) -> [UInt8]
  private let deliver: @Sendable ([UInt8]) -> Void

  package let wanted: EventDetail

  /// - Parameters:
  ///   - report: Makes the whole file of the runs, which are in the order of their starts.
  ///   - deliver: Takes the whole file at each `finish()`: all the runs so far.
  package init(
    detail: RunSummary.Detail = .everything, wanted: EventDetail = .requests,
    _ report: @escaping @Sendable ([RunSummary]) -> [UInt8], deliver: @escaping @Sendable ([UInt8]) -> Void
  ) {
    runs = Mutex(RunList(detail: detail))
    self.wanted = wanted
    self.report = report
    self.deliver = deliver
  }

  package func receive(_ event: RunEvent) { runs.withLock { $0.apply(event) } }

  package func finish() { deliver(report(runs.withLock(\.runs))) }
}
