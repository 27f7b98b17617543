import RunEvents

/// The last lines of several runs: which failed, how many passed, and how long they took together.
struct SuiteText {
  var glyphs: Glyphs

  func lines(_ suite: SuiteSummary) -> [StyledText] {
    var lines: [StyledText] = []
    if suite.failed > 0 {
      lines.append(StyledText("failed:", .strong))
      for failure in suite.failures {
        var line = StyledText("  \(glyphs.failed) ", .bad)
        line.append(SafeText.line(failure.title))
        if failure.file != failure.title { line.append("  " + SafeText.line(failure.file), .dim) }
        lines.append(line)
      }
      let more = suite.failed - suite.failures.count
      if more > 0 { lines.append(StyledText("  and \(more) more", .dim)) }
    }
    return lines + [verdict(suite)]
  }

  private func verdict(_ suite: SuiteSummary) -> StyledText {
    var line =
      suite.exitStatus != 0
      ? StyledText(glyphs.failed, .bad)
      : suite.recovered > 0 ? StyledText(glyphs.recovered, .warning) : StyledText(glyphs.passed, .good)
    line.append(" " + Units.count(suite.count, "run") + ":")
    var parts: [(String, StyledText.Paint)] = []
    if suite.failed > 0 { parts.append(("\(suite.failed) failed", .bad)) }
    if suite.cancelled > 0 { parts.append(("\(suite.cancelled) cancelled", .plain)) }
    if suite.notRun > 0 { parts.append(("\(suite.notRun) not run", .plain)) }
    if suite.recovered > 0 { parts.append(("\(suite.recovered) recovered", .warning)) }
    let passed = suite.passed - suite.recovered
    if passed > 0 || parts.isEmpty { parts.append(("\(passed) passed", .good)) }
    line.append(list: parts)
    if suite.requests > 0 { line.append("  " + Units.count(suite.requests, "request"), .dim) }
    line.append("  " + Units.duration(suite.duration), .dim)
    line.wrapMargin = 2
    return line
  }
}
