package import RunEvents

/// JUnit XML: a test suite for each run, a test case for each node; for a run that did not begin, one for its file.
///
/// Its form is what the schema of Jenkins and that of Ant both allow, and no more: readers that check refuse a file for an
/// attribute they do not know, such as a case's `line`.
package enum JUnitReport {
  /// The whole file. The counts are those of the elements, whatever the events said.
  ///
  /// - Parameter runs: Folded with `.everything`; with `.counts` requests and messages are left out.
  package static func bytes(of runs: [RunSummary]) -> [UInt8] {
    var xml = XMLText()
    xml.start("testsuites")
    for (index, run) in runs.enumerated() { write(run, number: index, to: &xml) }
    xml.end()
    return Array(xml.text.utf8)
  }

  private static func cases(of run: RunSummary) -> [JUnitCase] {
    if let refusal = run.refusal { return [JUnitCase(refusal)] }
    return run.nodes.indices.map { JUnitCase($0, in: run) }
  }

  private static func write(_ run: RunSummary, number: Int, to xml: inout XMLText) {
    let cases = cases(of: run)
    // In the order of the schemas; all of these are required.
    xml.start(
      "testsuite",
      [("package", "pipeline"), ("id", String(number)), ("name", name(of: run))]
        + [("timestamp", Timestamp.text(run.run?.startedAt ?? run.refusal?.startedAt ?? 0)), ("hostname", "localhost")]
        + counts(cases) + [("time", Units.seconds(run.duration))])
    xml.start("properties")
    for (name, value) in properties(run) { xml.leaf("property", [("name", name), ("value", value)]) }
    xml.end()
    for test in cases { test.write(to: &xml) }
    xml.leaf("system-out", [], cases.flatMap(\.log).joined(separator: "\n"))
    xml.leaf("system-err")
    xml.end()
  }

  /// Never blank.
  private static func name(of run: RunSummary) -> String {
    let names = [run.suiteName, run.run?.file ?? "", run.refusal?.file ?? ""]
    return names.first { $0.unicodeScalars.contains { !" \t\r\n".unicodeScalars.contains($0) } } ?? "pipeline"
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
      ("file", run.run?.file ?? run.refusal?.file ?? ""), ("run.id", run.run?.id ?? ""),
      ("exit.status", String(run.exitStatus)), ("requests", sum(\.requests)),
      ("retries", sum(\.retries)), ("recovered", sum(\.recovered)), ("checks.passed", sum(\.checksPassed)),
      ("checks.failed", sum(\.checksFailed)),
    ]
  }
}
