package import RunEvents
import Values

/// TAP version 14: a test for each run, its nodes as the tests of a subtest, what there is to say of one as YAML below it.
package enum TAPReport {
  /// The whole text.
  package static func bytes(of runs: [RunSummary]) -> [UInt8] {
    var text = "TAP version 14\n1..\(runs.count)\n"
    for (place, run) in runs.enumerated() {
      if let refusal = run.refusal {
        text += line(place + 1, run.suiteName, NodeVerdict(refusal))
        text += block(facts(of: refusal), margin: "  ")
        continue
      }
      text += "# Subtest: \(escaped(run.suiteName))\n"
      text += "    1..\(run.nodes.count)\n"
      for node in run.nodes.indices {
        let verdict = NodeVerdict(node, in: run)
        text += "    " + line(node + 1, run.path(ofNode: node), verdict)
        text += block(facts(of: node, verdict, in: run), margin: "      ")
      }
      text += (run.exitStatus == 0 ? "ok" : "not ok") + " \(place + 1) - \(escaped(run.suiteName))"
      text += run.wasStopped && run.exitStatus == 0 ? " # SKIP stopped: another run failed\n" : "\n"
      text += block(facts(of: run), margin: "  ")
    }
    return Array(text.utf8)
  }

  private static func line(_ number: Int, _ name: String, _ verdict: NodeVerdict) -> String {
    switch verdict {
    case .passed: "ok \(number) - \(escaped(name))\n"
    case .failure, .error: "not ok \(number) - \(escaped(name))\n"
    case .skipped(let message): "ok \(number) - \(escaped(name)) # SKIP \(SafeText.line(message))\n"
    }
  }

  /// One line, in which `#` begins no directive.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in SafeText.line(text).unicodeScalars {
      if character == "#" || character == "\\" { escaped += "\\" }
      escaped.unicodeScalars.append(character)
    }
    return escaped
  }

  // MARK: - What is said of a test

  private static func facts(of node: Int, _ verdict: NodeVerdict, in run: RunSummary) -> [(String, JSONValue)] {
    let summary = run.nodes[node]
    var facts: [(String, JSONValue)] = []
    switch verdict {
    case .passed, .skipped: break
    case .failure(let failure):
      facts = [("message", .string(failure.message)), ("severity", "fail"), ("kind", .string(failure.kind.rawValue))]
    case .error(let type, let message, _):
      facts = [("message", .string(message)), ("severity", "error"), ("kind", .string(type))]
    }
    var place = summary.description.place
    if let failure = summary.failure {
      place = failure.step?.place ?? place
      facts.append(("details", lines(run.text(of: failure, endedNode: node))))
    }
    facts.append(("at", .string("\(place.file):\(place.line):\(place.column)")))
    if summary.description.isTeardown { facts.append(("teardown", true)) }
    if summary.requestCount > 0 { facts.append(("requests", JSONValue.number(JSONNumber(summary.requestCount)))) }
    let notes = summary.notes.compactMap { note -> JSONValue? in
      if case .message = note.kind { return nil }
      return .string(JUnitLog.line(note))
    }
    if !notes.isEmpty { facts.append(("notes", .array(notes))) }
    facts.append(("duration_ms", milliseconds(run.activeDuration(node) ?? .zero)))
    return facts
  }

  private static func facts(of run: RunSummary) -> [(String, JSONValue)] {
    var facts: [(String, JSONValue)] = []
    if let file = run.run?.file { facts.append(("file", .string(file))) }
    if run.outcome == nil { facts.append(("message", "the run was cut short")) }
    if !run.earlierAttempts.isEmpty {
      facts.append(("tries", .number(JSONNumber(run.earlierAttempts.count + 1))))
      let failures = run.earlierAttempts.enumerated().flatMap { place, earlier in
        earlier.failures.map { "try \(place + 1): \($0.message)" }
      }
      facts.append(("earlier_failures", .array(failures.map { .string($0) })))
    }
    facts.append(("exit_status", .number(JSONNumber(Int(run.exitStatus)))))
    facts.append(("duration_ms", milliseconds(run.duration)))
    return facts
  }

  private static func facts(of refusal: RunRefusal) -> [(String, JSONValue)] {
    var facts: [(String, JSONValue)] = [("file", .string(refusal.file))]
    if case .error(let type, let message, _) = NodeVerdict(refusal) {
      facts += [("message", .string(message)), ("severity", "error"), ("kind", .string(type))]
    }
    if !refusal.problems.isEmpty { facts.append(("details", lines(refusal.problems.map(\.text).joined()))) }
    facts.append(("exit_status", .number(JSONNumber(Int(refusal.exitStatus)))))
    return facts
  }

  /// Milliseconds with three decimals at most.
  private static func milliseconds(_ duration: Duration) -> JSONValue {
    let microseconds = Int(max(0, duration.microseconds))
    let decimals = String(microseconds % 1000)
    let text = "\(microseconds / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
    return JSONNumber(text).map(JSONValue.number) ?? .null
  }

  /// YAML of the plainest kind, since some readers know little of it: values are JSON, lists have a line for each element.
  private static func block(_ facts: [(String, JSONValue)], margin: String) -> String {
    var text = margin + "---\n"
    for (name, value) in facts {
      if case .array(let elements) = value {
        text += margin + "\(name):\n"
        for element in elements { text += margin + "  - \(SafeJSON.text(element.text()))\n" }
      } else {
        text += margin + "\(name): \(SafeJSON.text(value.text()))\n"
      }
    }
    return text + margin + "...\n"
  }

  private static func lines(_ text: String) -> JSONValue {
    .array(SafeText.lines(text).map { .string(SafeText.line(String($0))) })
  }
}
