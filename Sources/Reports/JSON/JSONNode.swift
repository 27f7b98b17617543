import RunEvents
import Values

/// A node in the JSON report.
enum JSONNode {
  static func json(of index: Int, in run: RunSummary) -> JSONValue {
    let node = run.nodes[index]
    var object: JSONObject = ["name": .string(node.name), "path": .string(run.path(ofNode: index))]
    if let description = node.description.description { object["description"] = .string(description) }
    object["place"] = node.description.place.json
    object["inputs"] = .array(node.description.inputs.map { .integer($0) })
    if let parent = node.description.parent { object["parent"] = .integer(parent) }
    if node.description.isTeardown { object["isTeardown"] = true }
    if let outcome = node.outcome { outcome.write(to: &object) } else { object["outcome"] = "unfinished" }
    let verdict = NodeVerdict(index, in: run)
    object["verdict"] = .string(word(of: verdict))
    if case .skipped(let message) = verdict { object["why"] = .string(message) }
    if run.isRecovered(index), node.failure != nil { object["isRecovered"] = true }
    if let time = node.startedAt { object["startedAt"] = JSONValue(time) }
    if let time = run.activeSince(index) { object["activeSince"] = JSONValue(time) }
    if let time = node.finishedAt { object["finishedAt"] = JSONValue(time) }
    if let time = run.activeDuration(index) { object["duration"] = JSONValue(time) }
    object["checksPassed"] = .integer(node.checksPassed)
    object["requestCount"] = .integer(node.requestCount)
    object["requests"] = .array(node.requests.map { json(of: $0) })
    object["notes"] = .array(node.notes.map { json(of: $0) })
    return .object(object)
  }

  private static func word(of verdict: NodeVerdict) -> String {
    switch verdict {
    case .passed: "passed"
    case .failure: "failure"
    case .error: "error"
    case .skipped: "skipped"
    }
  }

  private static func json(of request: RequestSummary) -> JSONValue {
    var object: JSONObject = [
      "id": .integer(request.id), "step": request.step.json, "attempt": .integer(request.attempt),
      "method": .string(request.method), "url": .string(request.url), "startedAt": JSONValue(request.startedAt),
      "endedAt": JSONValue(request.endedAt),
    ]
    if let cause = request.cause { object["cause"] = .string(cause.rawValue) }
    switch request.result {
    case .response(let status, let size):
      object["result"] = "response"
      object["status"] = .integer(status)
      object["bodySize"] = .integer(size)
    case .failure(let kind, let message):
      object["result"] = "failure"
      object["kind"] = .string(kind.rawValue)
      object["message"] = .string(message)
    case .cancelled: object["result"] = "cancelled"
    }
    return .object(object)
  }

  private static func json(of note: NodeNote) -> JSONValue {
    var object: JSONObject = ["time": JSONValue(note.time)]
    switch note.kind {
    case .message(let level, let text):
      object["note"] = "message"
      object["level"] = .string(level.rawValue)
      object["text"] = .string(text)
    case .retry(let step, let attempt, let delay, let failure):
      object["note"] = "retry"
      object["step"] = step.json
      object["attempt"] = .integer(attempt)
      object["delay"] = JSONValue(delay)
      object["failure"] = failure.json
    case .recovery(let step, let failure):
      object["note"] = "recovery"
      object["step"] = step.json
      object["failure"] = failure.json
    }
    return .object(object)
  }
}
