package import RunEvents

/// JUnit XML as Jenkins and GitLab read it: a test suite for each run, a test case for each node.
package enum JUnitReport {
  /// The whole file. The counts are those of the elements, whatever the events said.
  ///
  /// - Parameter runs: Folded with `.everything`; with `.counts` requests and messages are left out.
  package static func bytes(of runs: [RunSummary]) -> [UInt8] {
    let suites = runs.map { run in (run, run.nodes.indices.map { JUnitCase($0, in: run) }) }
    var xml = XMLText()
    let total = suites.reduce(Duration.zero) { $0 + $1.0.duration }
    xml.start(
      "testsuites", [("name", "pipeline")] + counts(suites.flatMap(\.1)) + [("time", Units.seconds(total))])
    for (run, cases) in suites { write(run, cases, to: &xml) }
    xml.end()
    return Array(xml.text.utf8)
  }

  private static func write(_ run: RunSummary, _ cases: [JUnitCase], to xml: inout XMLText) {
    var attributes = [("name", run.suiteName)] + counts(cases) + [("time", Units.seconds(run.duration))]
    if let description = run.run {
      attributes += [("timestamp", Timestamp.text(description.startedAt)), ("file", description.file)]
    }
    xml.start("testsuite", attributes)
    xml.start("properties")
    for (name, value) in properties(run) { xml.leaf("property", [("name", name), ("value", value)]) }
    xml.end()
    for test in cases { test.write(to: &xml, run: run) }
    xml.end()
  }

  private static func counts(_ cases: [JUnitCase]) -> [(String, String)] {
    var failures = 0
    var errors = 0
    var skipped = 0
    for test in cases {
      switch test.verdict {
      case .passed: break
      case .failure: failures += 1
      case .error: errors += 1
      case .skipped: skipped += 1
      }
    }
    return [
      ("tests", String(cases.count)), ("failures", String(failures)), ("errors", String(errors)),
      ("skipped", String(skipped)),
    ]
  }

  private static func properties(_ run: RunSummary) -> [(String, String)] {
    let counts = [run.counts, run.teardownCounts]
    func sum(_ count: KeyPath<RunSummary.Counts, Int>) -> String {
      String(counts.reduce(0) { $0 + $1[keyPath: count] })
    }
    return [
      ("run.id", run.run?.id ?? ""), ("exit.status", String(run.exitStatus)), ("requests", sum(\.requests)),
      ("retries", sum(\.retries)), ("recovered", sum(\.recovered)), ("checks.passed", sum(\.checksPassed)),
      ("checks.failed", sum(\.checksFailed)),
    ]
  }
}
