package import RunEvents

/// JUnit XML as Jenkins and GitLab read it: a test suite for each run, a test case for each node; for a run that did not
/// begin, one for its file.
package enum JUnitReport {
  /// The whole file. The counts are those of the elements, whatever the events said.
  ///
  /// - Parameter runs: Folded with `.everything`; with `.counts` requests and messages are left out.
  package static func bytes(of runs: [RunSummary]) -> [UInt8] {
    let suites = runs.map { run in (run, cases(of: run)) }
    var xml = XMLText()
    let total = suites.reduce(Duration.zero) { $0 + $1.0.duration }
    xml.start(
      "testsuites", [("name", "pipeline")] + counts(suites.flatMap(\.1)) + [("time", Units.seconds(total))])
    for (run, cases) in suites { write(run, cases, to: &xml) }
    xml.end()
    return Array(xml.text.utf8)
  }

  private static func cases(of run: RunSummary) -> [JUnitCase] {
    if let refusal = run.refusal { return [JUnitCase(refusal)] }
    return run.nodes.indices.map { JUnitCase($0, in: run) }
  }

  private static func write(_ run: RunSummary, _ cases: [JUnitCase], to xml: inout XMLText) {
    var attributes = [("name", run.suiteName)] + counts(cases) + [("time", Units.seconds(run.duration))]
    if let (startedAt, file) = run.run.map({ ($0.startedAt, $0.file) })
      ?? run.refusal.map({ ($0.startedAt, $0.file) })
    {
      attributes += [("timestamp", Timestamp.text(startedAt)), ("file", file)]
    }
    xml.start("testsuite", attributes)
    xml.start("properties")
    for (name, value) in properties(run) { xml.leaf("property", [("name", name), ("value", value)]) }
    xml.end()
    for test in cases { test.write(to: &xml) }
    xml.end()
  }

  private static func counts(_ cases: [JUnitCase]) -> [(String, String)] {
    let counts = cases.map(\.verdict).counts
    return [
      ("tests", String(cases.count)), ("failures", String(counts.failures)), ("errors", String(counts.errors)),
      ("skipped", String(counts.skipped)),
    ]
  }

  private static func properties(_ run: RunSummary) -> [(String, String)] {
    let counts = [run.counts, run.teardownCounts]
    func sum(_ count: KeyPath<RunSummary.Counts, Int>) -> String {
      String(counts.reduce(0) { $0 + $1[keyPath: count] })
    }
    let tries = run.earlierAttempts.isEmpty ? [] : [("tries", String(run.earlierAttempts.count + 1))]
    return tries + [
      ("run.id", run.run?.id ?? ""), ("exit.status", String(run.exitStatus)), ("requests", sum(\.requests)),
      ("retries", sum(\.retries)), ("recovered", sum(\.recovered)), ("checks.passed", sum(\.checksPassed)),
      ("checks.failed", sum(\.checksFailed)),
    ]
  }
}
