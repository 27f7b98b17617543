import HTTP
package import Values

extension RunDescription {
  var json: JSONValue {
    var object: JSONObject = ["id": .string(id), "pipeline": .string(pipeline)]
    if let description { object["description"] = .string(description) }
    object["file"] = .string(file)
    object["startedAt"] = JSONNumber(startedAt).map(JSONValue.number) ?? .null
    if let inputSet { object["case"] = inputSet.json }
    suite.write(to: &object)
    object["nodes"] = .array(nodes.map(\.json))
    return .object(object)
  }
}

extension SuitePlace {
  /// Nothing for a run that is alone.
  package func write(to object: inout JSONObject) {
    if place.count > 1 { object["suite"] = place.json }
    if let repetition { object["repetition"] = repetition.json }
    if let attempt { object["attempt"] = attempt.json }
    guard let shard else { return }
    object["shard"] = [
      "number": JSONValue(shard.place.number), "count": JSONValue(shard.place.count), "runs": JSONValue(shard.runs),
    ]
  }
}

extension Ordinal {
  fileprivate var json: JSONValue { ["number": JSONValue(number), "count": JSONValue(count)] }
}

extension InputSet {
  fileprivate var json: JSONValue { ["number": JSONValue(number), "label": .string(label)] }
}

extension RunRefusal {
  package var json: JSONValue {
    var object: JSONObject = ["pipeline": .string(pipeline), "file": .string(file)]
    object["startedAt"] = JSONNumber(startedAt).map(JSONValue.number) ?? .null
    if let inputSet { object["case"] = inputSet.json }
    suite.write(to: &object)
    switch reason {
    case .invalidFile: object["refused"] = "invalidFile"
    case .unreadable: object["refused"] = "unreadable"
    case .usage: object["refused"] = "usage"
    case .others: object["refused"] = "others"
    case .missing: object["refused"] = "missing"
    case .ended(let cancellation):
      object["refused"] = "ended"
      cancellation.write(to: &object)
    }
    object["problems"] = .array(problems.map(\.json))
    return .object(object)
  }
}

extension RunRefusal.Problem {
  fileprivate var json: JSONValue {
    var object: JSONObject = ["severity": isError ? "error" : "warning", "message": .string(message)]
    if let place { object["place"] = place.json }
    if let reason { object["reason"] = .string(reason) }
    if let hint { object["hint"] = .string(hint) }
    object["text"] = .string(text)
    return .object(object)
  }
}

extension NodeDescription {
  var json: JSONValue {
    var object: JSONObject = ["name": .string(name)]
    if let description { object["description"] = .string(description) }
    object["place"] = place.json
    object["inputs"] = .array(inputs.map { JSONValue($0) })
    if let parent { object["parent"] = JSONValue(parent) }
    if isTeardown { object["isTeardown"] = true }
    return .object(object)
  }
}

extension SourcePlace {
  package var json: JSONValue { ["file": .string(file), "line": JSONValue(line), "column": JSONValue(column)] }
}

extension StepDescription {
  package var json: JSONValue { ["operation": .string(operation), "label": .string(label), "place": place.json] }
}

extension RequestDescription {
  var json: JSONValue {
    var object: JSONObject = [
      "id": JSONValue(id), "node": JSONValue(node), "step": step.json, "attempt": JSONValue(attempt),
      "method": .string(method), "url": .string(url), "headers": headers.json, "bodySize": JSONValue(bodySize),
    ]
    if let cause { object["cause"] = .string(cause.rawValue) }
    if let bodyStart {
      object["bodyStart"] = .string(bodyStart)
      object["isBodyCut"] = .bool(isBodyCut)
    }
    if let uploadFile { object["uploadFile"] = .string(uploadFile) }
    if let pieces { object["pieces"] = pieces.json }
    if let value { object["value"] = JSONValue(value) }
    if let waited { object["waited"] = JSONValue(waited) }
    return .object(object)
  }
}

extension RequestPieces {
  fileprivate var json: JSONValue {
    var object = JSONObject()
    if let url { object["url"] = .array(url.map(\.json)) }
    if !headers.isEmpty {
      object["headers"] = .array(
        headers.sorted { $0.key < $1.key }
          .map { ["header": JSONValue($0.key), "pieces": .array($0.value.map(\.json))] })
    }
    if let body { object["body"] = .array(body.map(\.json)) }
    return .object(object)
  }
}

extension RequestPieces.Piece {
  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .secret(let name, let encoding): ["secret": .string(name), "encoding": .string(encoding.rawValue)]
    case .base64(let pieces): ["base64": .array(pieces.map(\.json))]
    case .file(let path): ["file": .string(path)]
    }
  }
}

extension ResponseDescription {
  var json: JSONValue {
    var object: JSONObject = [
      "status": JSONValue(status), "headers": headers.json, "bodySize": JSONValue(bodySize),
    ]
    if let bodyStart {
      object["bodyStart"] = .string(bodyStart)
      object["isBodyCut"] = .bool(isBodyCut)
    }
    object["timings"] = timings.json
    return .object(object)
  }
}

extension RunFailure {
  package var json: JSONValue {
    var object: JSONObject = [
      "kind": .string(kind.rawValue), "message": .string(message), "node": JSONValue(node),
    ]
    if let step { object["step"] = step.json }
    if let sourceLine { object["sourceLine"] = .string(sourceLine) }
    if !details.isEmpty { object["details"] = .array(details.map { .string($0) }) }
    if let request { object["request"] = request.json }
    if let response { object["response"] = response.json }
    return .object(object)
  }
}

extension TransferProgress {
  var json: JSONValue {
    var object: JSONObject = ["sent": JSONValue(sent)]
    if let sentTotal { object["sentTotal"] = JSONValue(sentTotal) }
    object["received"] = JSONValue(received)
    if let receivedTotal { object["receivedTotal"] = JSONValue(receivedTotal) }
    return .object(object)
  }
}

extension Timings {
  fileprivate var json: JSONValue {
    [
      "nameLookup": JSONValue(nameLookup), "connect": JSONValue(connect), "tls": JSONValue(tls),
      "firstByte": JSONValue(firstByte), "total": JSONValue(total),
    ]
  }
}

extension [Header] {
  /// Pairs, since a name may occur more than once.
  fileprivate var json: JSONValue { .array(map { [.string($0.name), .string($0.value)] }) }
}

extension JSONValue {
  init(_ value: Int) { self = .number(JSONNumber(value)) }

  /// Seconds with as many decimals as needed, eighteen at most.
  package init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    guard attoseconds != 0 else {
      self = .number(JSONNumber(Int(seconds)))
      return
    }
    let digits = String(attoseconds.magnitude)
    var decimals = String(repeating: "0", count: 18 - digits.utf8.count) + digits
    while decimals.last == "0" { decimals.removeLast() }
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    self = JSONNumber("\(sign)\(seconds.magnitude).\(decimals)").map(JSONValue.number) ?? .null
  }
}
