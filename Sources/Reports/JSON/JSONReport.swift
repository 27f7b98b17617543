package import RunEvents
import Values

/// One JSON document of all runs (`--report-json`): what the other reports tell, for programs.
package enum JSONReport {
  /// The version of the form; what is only added leaves it as it is.
  package static let formVersion = 1

  /// - Parameter runs: Folded with `.everything`.
  package static func bytes(of runs: [RunSummary]) -> [UInt8] {
    var counts = RunSummary.Counts()
    for run in runs { counts = counts.adding(run.counts) }
    let document: JSONObject = [
      "v": .integer(formVersion), "exitStatus": .integer(Int(worst(runs))), "counts": counts.json,
      "runs": .array(runs.map { json(of: $0) }),
    ]
    var bytes: [UInt8] = []
    JSONValue.object(document).write(to: &bytes, .pretty)
    bytes.append(UInt8(ascii: "\n"))
    return SafeJSON.bytes(bytes)
  }

  /// The status of all runs together.
  private static func worst(_ runs: [RunSummary]) -> Int32 { runs.map(\.exitStatus).reduce(0, worseExitStatus) }

  private static func json(of run: RunSummary) -> JSONValue {
    var object: JSONObject = [:]
    if let refusal = run.refusal {
      object["title"] = .string(run.suiteName)
      object["outcome"] = "refused"
      for (name, value) in refusal.json.objectValue ?? [:] { object[name] = value }
      object["exitStatus"] = .integer(Int(run.exitStatus))
      return .object(object)
    }
    if let description = run.run {
      object["id"] = .string(description.id)
      object["title"] = .string(description.title)
      object["pipeline"] = .string(description.pipeline)
      if let text = description.description { object["description"] = .string(text) }
      object["file"] = .string(description.file)
      object["startedAt"] = JSONNumber(description.startedAt).map(JSONValue.number) ?? .null
      if let set = description.inputSet {
        object["case"] = ["number": .integer(set.number), "label": .string(set.label)]
      }
      description.suite.write(to: &object)
    }
    if let outcome = run.outcome { outcome.write(to: &object) } else { object["outcome"] = "cut" }
    object["exitStatus"] = .integer(Int(run.exitStatus))
    object["duration"] = JSONValue(run.duration)
    object["outputs"] = .integer(run.outputs)
    object["counts"] = run.counts.json
    object["teardownCounts"] = run.teardownCounts.json
    object["criticalPath"] = .array(
      run.criticalPath.map { ["node": .integer($0.node), "share": JSONValue($0.share)] })
    object["nodes"] = .array(run.nodes.indices.map { JSONNode.json(of: $0, in: run) })
    if !run.earlierAttempts.isEmpty {
      object["earlierAttempts"] = .array(run.earlierAttempts.map { json(of: $0) })
    }
    return .object(object)
  }
}

extension JSONValue {
  static func integer(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }
}

extension RunSummary.Counts {
  fileprivate func adding(_ other: Self) -> Self {
    var sum = self
    let members: [WritableKeyPath<Self, Int>] = [
      \.passed, \.recovered, \.failed, \.blocked, \.skipped, \.notSelected, \.cancelled, \.unfinished, \.requests,
      \.retries, \.checksPassed, \.checksFailed,
    ]
    for member in members { sum[keyPath: member] += other[keyPath: member] }
    return sum
  }

  fileprivate var json: JSONValue {
    [
      "passed": .integer(passed), "recovered": .integer(recovered), "failed": .integer(failed),
      "blocked": .integer(blocked), "skipped": .integer(skipped), "notSelected": .integer(notSelected),
      "cancelled": .integer(cancelled), "unfinished": .integer(unfinished), "requests": .integer(requests),
      "retries": .integer(retries), "checksPassed": .integer(checksPassed), "checksFailed": .integer(checksFailed),
    ]
  }
}
