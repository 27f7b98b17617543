import RunEvents

/// The Markdown of a job's summary: a table of the runs, then each failure in full.
enum GitHubSummary {
  private static let mostRuns = 500
  private static let mostFailures = 50
  /// In bytes; a summary may have 1 MiB.
  private static let longestFailure = 8 << 10

  static func text(of runs: [RunSummary]) -> String {
    let failed = runs.count { $0.exitStatus != 0 }
    var text = "### pipeline: "
    text +=
      failed == 0 ? "\(Units.count(runs.count, "run")) passed" : "\(failed) of \(Units.count(runs.count, "run")) failed"
    text += "\n\n| | run | passed | failed | not run | requests | time |\n|---|---|---:|---:|---:|---:|---:|\n"
    for run in runs.prefix(mostRuns) { text += row(run) }
    if runs.count > mostRuns { text += "\n… and \(runs.count - mostRuns) more\n" }
    let all = runs.flatMap { failures(of: $0) }
    for failure in all.prefix(mostFailures) { text += failure }
    if all.count > mostFailures { text += "\n… and \(all.count - mostFailures) more failures\n" }
    return text + "\n"
  }

  private static func row(_ run: RunSummary) -> String {
    let counts = run.counts
    let notRun = counts.blocked + counts.skipped + counts.notSelected + counts.cancelled + counts.unfinished
    let isSkipped: Bool =
      if let refusal = run.refusal, case .skipped = NodeVerdict(refusal) { true } else {
        run.wasStopped && run.exitStatus == 0
      }
    let isRecovered = !run.earlierAttempts.isEmpty || counts.recovered > 0
    let sign = isSkipped ? "⏭️" : run.exitStatus != 0 ? "❌" : isRecovered ? "⚠️" : "✅"
    let tries = run.earlierAttempts.isEmpty ? "" : " (\(run.earlierAttempts.count + 1) tries)"
    let time = run.refusal == nil ? Units.duration(run.duration) : "–"
    return
      "| \(sign) | \(cell(run.suiteName))\(tries) | \(counts.passed) | \(counts.failed) | \(notRun) | \(counts.requests) | \(time) |\n"
  }

  private static func failures(of run: RunSummary) -> [String] {
    if let refusal = run.refusal {
      guard case .error(_, let message, _) = NodeVerdict(refusal) else { return [] }
      return [details("\(run.suiteName): \(message)", refusal.problems.map(\.text).joined())]
    }
    return run.nodes.indices.compactMap { node in
      let title = "\(run.suiteName): \(run.path(ofNode: node)): "
      switch NodeVerdict(node, in: run) {
      case .failure(let failure), .error(_, _, let failure?):
        return details(title + failure.message, run.text(of: failure, endedNode: node))
      case .error(_, let message, nil): return details(title + message, message)
      case .passed, .skipped: return nil
      }
    }
  }

  private static func details(_ title: String, _ text: String) -> String {
    var lines = SafeText.lines(text).map { SafeText.line(String($0)) }
    var size = 0
    if let cut = lines.firstIndex(where: { line in
      size += line.utf8.count + 1
      return size > longestFailure
    }) {
      lines = lines[..<cut] + ["…"]
    }
    // A fence ends the text only where it is longer than any in it.
    let ticks = lines.reduce(2) { max($0, longestRun(of: "`", in: $1)) }
    let fence = String(repeating: "`", count: ticks + 1)
    return
      "\n<details><summary>\(inline(title))</summary>\n\n\(fence)text\n\(lines.joined(separator: "\n"))\n\(fence)\n\n</details>\n"
  }

  private static func longestRun(of wanted: Character, in text: String) -> Int {
    var longest = 0
    var length = 0
    for character in text {
      length = character == wanted ? length + 1 : 0
      longest = max(longest, length)
    }
    return longest
  }

  /// Text that is neither Markdown nor HTML.
  private static func inline(_ text: String) -> String {
    var result = ""
    for scalar in SafeText.line(text).unicodeScalars {
      switch scalar {
      case "&", "<", ">", "|", "*", "_", "`", "[", "]", "\\", "~", "#", "@", "!":
        result += "&#\(scalar.value);"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func cell(_ text: String) -> String { inline(text) }
}
