import RunEvents

/// The last lines of a run: how many passed, how long it took, and what determined that.
struct SummaryText {
  var glyphs: Glyphs

  func lines(_ summary: RunSummary, withCriticalPath: Bool) -> [StyledText] {
    var lines = [verdict(summary)]
    if withCriticalPath, let path = criticalPath(summary) { lines.append(path) }
    return lines
  }

  private func verdict(_ summary: RunSummary) -> StyledText {
    let counts = summary.counts
    var line = sign(summary)
    if let reason = cancellation(summary) { line.append(" \(reason):", .bad) }
    append(counts, to: &line)
    let teardown = summary.teardownCounts
    if summary.nodes.contains(where: { $0.description.isTeardown && $0.description.parent == nil }) {
      line.append(", teardown:")
      append(teardown, to: &line)
    }
    let requests = counts.requests + teardown.requests
    if requests > 0 { line.append("  " + Units.count(requests, "request"), .dim) }
    line.append("  " + Units.duration(summary.duration), .dim)
    line.wrapMargin = 2
    return line
  }

  private func append(_ counts: RunSummary.Counts, to line: inout StyledText) {
    var parts: [(String, StyledText.Paint)] = []
    if counts.failed > 0 { parts.append(("\(counts.failed) failed", .bad)) }
    if counts.blocked > 0 { parts.append(("\(counts.blocked) not run", .plain)) }
    if counts.skipped > 0 { parts.append(("\(counts.skipped) skipped", .plain)) }
    if counts.notSelected > 0 { parts.append(("\(counts.notSelected) not selected", .plain)) }
    let stopped = counts.cancelled + counts.unfinished
    if stopped > 0 { parts.append(("\(stopped) cancelled", .plain)) }
    if counts.recovered > 0 { parts.append(("\(counts.recovered) recovered", .warning)) }
    let passed = counts.passed - counts.recovered
    if passed > 0 || parts.isEmpty { parts.append(("\(passed) passed", .good)) }
    line.append(list: parts)
  }

  private func sign(_ summary: RunSummary) -> StyledText {
    if summary.exitStatus != 0 { return StyledText(glyphs.failed, .bad) }
    return summary.counts.recovered > 0 ? StyledText(glyphs.recovered, .warning) : StyledText(glyphs.passed, .good)
  }

  private func cancellation(_ summary: RunSummary) -> String? {
    switch summary.outcome {
    case .cancelled(.signal(2)): "interrupted"
    case .cancelled(.signal(15)): "terminated"
    case .cancelled(.signal(let number)): "ended by signal \(number)"
    case .cancelled(.deadline): "deadline passed"
    case .cancelled(.failFast): "ended at the first failure"
    case nil: "cut short"
    case .succeeded, .failed: nil
    }
  }

  private func criticalPath(_ summary: RunSummary) -> StyledText? {
    let path = summary.criticalPath
    guard summary.nodes.count > 1, !path.isEmpty else { return nil }
    let parts = path.map { "\(summary.nodes[$0.node].name) \(Units.duration($0.share))" }
    var line = StyledText("  critical path: " + parts.joined(separator: " \(glyphs.arrow) "), .dim)
    line.wrapMargin = 4
    return line
  }
}
