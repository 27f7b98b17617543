import HTTP
import RunEvents
import Values

extension HTMLRunModel {
  mutating func node(_ index: Int, slack: Duration?, _ tables: inout HTMLTables) -> JSONValue {
    let node = run.summary.nodes[index]
    let description = node.description
    var object: JSONObject = ["name": .string(description.name)]
    if let text = description.description { object["text"] = .string(text) }
    let place = description.place
    object["at"] = [.string(place.file), .number(JSONNumber(place.line)), .number(JSONNumber(place.column))]
    if !description.inputs.isEmpty { object["inputs"] = .array(description.inputs.map { .number(JSONNumber($0)) }) }
    if description.isTeardown { object["teardown"] = true }
    if let parent = description.parent {
      object["parent"] = .number(JSONNumber(parent))
      object["depth"] = .number(JSONNumber(description.depth))
    }
    write(node, &object, &tables)
    if let time = node.startedAt { object["start"] = micros(time) }
    if let time = run.summary.activeSince(index) { object["active"] = micros(time) }
    if let time = node.finishedAt { object["end"] = micros(time) }
    if let slack { object["slack"] = micros(slack) }
    if node.checksPassed > 0 { object["checks"] = .number(JSONNumber(node.checksPassed)) }
    if !node.notes.isEmpty { object["notes"] = .array(node.notes.map { note($0, &tables) }) }
    let emitted = run.values.indices.contains(index) ? run.values[index] : []
    if !emitted.isEmpty {
      object["emitted"] = .array(
        emitted.map { one in
          [
            micros(one.time), .number(JSONNumber(one.value.index)), .string(one.value.preview), .bool(one.value.isCut),
          ]
        })
    }
    return .object(object)
  }

  private mutating func write(_ node: NodeSummary, _ object: inout JSONObject, _ tables: inout HTMLTables) {
    switch node.outcome {
    case .succeeded(let values):
      object["state"] = node.recoveryCount > 0 ? "recovered" : "passed"
      object["values"] = .number(JSONNumber(values))
    case .failed(let failure):
      object["state"] = "failed"
      object["failure"] = self.failure(failure, &tables)
    case .blocked(let other):
      object["state"] = "blocked"
      object["other"] = .number(JSONNumber(other))
    case .skipped(let other):
      object["state"] = "skipped"
      if let other { object["other"] = .number(JSONNumber(other)) }
    case .notSelected: object["state"] = "unselected"
    case .cancelled: object["state"] = "cancelled"
    case nil: object["state"] = "unfinished"
    }
  }

  private mutating func note(_ note: NodeNote, _ tables: inout HTMLTables) -> JSONValue {
    var object: JSONObject = ["t": micros(note.time)]
    switch note.kind {
    case .message(let level, let text):
      object["kind"] = "message"
      object["level"] = .string(level.rawValue)
      object["text"] = .string(text)
    case .retry(let step, let attempt, let delay, let failure):
      object["kind"] = "retry"
      object["step"] = .number(JSONNumber(place(of: step)))
      object["attempt"] = .number(JSONNumber(attempt))
      object["delay"] = micros(delay)
      object["failure"] = self.failure(failure, &tables)
    case .recovery(let step, let failure):
      object["kind"] = "recovery"
      object["step"] = .number(JSONNumber(place(of: step)))
      object["failure"] = self.failure(failure, &tables)
    }
    return .object(object)
  }

  mutating func failure(_ failure: RunFailure, _ tables: inout HTMLTables) -> JSONValue {
    var object: JSONObject = [
      "kind": .string(failure.kind.rawValue), "message": .string(failure.message),
      "node": .number(JSONNumber(failure.node)),
    ]
    if let step = failure.step { object["step"] = .number(JSONNumber(place(of: step))) }
    if let step = failure.step, let line = failure.sourceLine {
      // The caret stands under the operator, where the line has it there.
      let word = line.unicodeScalars.dropFirst(step.place.column - 1).prefix(step.operation.unicodeScalars.count)
      let length = word.elementsEqual(step.operation.unicodeScalars) ? word.count : 1
      object["source"] = [
        .number(JSONNumber(step.place.line)), .string(line), .number(JSONNumber(step.place.column)),
        .number(JSONNumber(length)),
      ]
    }
    if !failure.details.isEmpty { object["details"] = .array(failure.details.map { .string($0) }) }
    guard let request = failure.request else { return .object(object) }
    if let place = run.places[request.id] { object["request"] = .number(JSONNumber(place)) }
    var line = "\(request.method) \(request.url) → "
    if let response = failure.response {
      line += "\(response.status)  \(Units.duration(response.timings.total))"
      if let body = response.bodyStart, !body.isEmpty, let place = tables.place(ofText: body, always: true) {
        object["body"] = .number(JSONNumber(place))
        if response.isBodyCut { object["cut"] = true }
      }
    } else {
      line += "no whole response"
    }
    object["line"] = .string(line)
    object["curl"] = .string(CurlCommand.text(of: request))
    return .object(object)
  }
}
