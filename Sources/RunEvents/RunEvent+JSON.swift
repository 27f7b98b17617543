package import Values

extension RunEvent {
  /// The version of the form. A higher one may say the same in another way; what is only added leaves it as it is.
  package static let formVersion = 1

  /// The event as one JSON object, the way `--events` writes it: `v` (the form's version), `sequence`, `time` and `event`
  /// (the kind's name) first, then what the kind holds. Durations are seconds with every digit of the clock. What is not
  /// known is left out.
  package var json: JSONValue {
    var object: JSONObject = [
      "v": JSONValue(Self.formVersion), "sequence": JSONValue(sequence), "time": JSONValue(time),
      "event": .string(kind.name),
    ]
    kind.write(to: &object)
    return .object(object)
  }
}

extension RunEvent.Kind {
  /// The case's name.
  fileprivate var name: String {
    switch self {
    case .runStarted: "runStarted"
    case .nodeStarted: "nodeStarted"
    case .requestStarted: "requestStarted"
    case .requestProgress: "requestProgress"
    case .requestFinished: "requestFinished"
    case .requestFailed: "requestFailed"
    case .requestCancelled: "requestCancelled"
    case .checkPassed: "checkPassed"
    case .retrying: "retrying"
    case .recovered: "recovered"
    case .message: "message"
    case .value: "value"
    case .nodeFinished: "nodeFinished"
    case .output: "output"
    case .runFinished: "runFinished"
    case .runRefused: "runRefused"
    }
  }

  fileprivate func write(to object: inout JSONObject) {
    switch self {
    case .runStarted(let run): object["run"] = run.json
    case .nodeStarted(let node): object["node"] = JSONValue(node)
    case .requestStarted(let request): object["request"] = request.json
    case .requestProgress(let request, let progress):
      object["request"] = JSONValue(request)
      object["progress"] = progress.json
    case .requestFinished(let request, let response):
      object["request"] = JSONValue(request)
      object["response"] = response.json
    case .requestFailed(let request, let failure):
      object["request"] = JSONValue(request)
      object["failure"] = failure.json
    case .requestCancelled(let request): object["request"] = JSONValue(request)
    case .checkPassed(let node, let step):
      object["node"] = JSONValue(node)
      object["step"] = step.json
    case .retrying(let node, let step, let attempt, let delay, let failure):
      object["node"] = JSONValue(node)
      object["step"] = step.json
      object["attempt"] = JSONValue(attempt)
      object["delay"] = JSONValue(delay)
      object["failure"] = failure.json
    case .recovered(let node, let step, let failure):
      object["node"] = JSONValue(node)
      object["step"] = step.json
      object["failure"] = failure.json
    case .message(let node, let level, let text):
      object["node"] = JSONValue(node)
      object["level"] = .string(level.rawValue)
      object["text"] = .string(text)
    case .value(let node, let value):
      object["node"] = JSONValue(node)
      object["index"] = JSONValue(value.index)
      object["preview"] = .string(value.preview)
      if value.isCut { object["isCut"] = true }
    case .nodeFinished(let node, let outcome):
      object["node"] = JSONValue(node)
      outcome.write(to: &object)
    case .output(let value): object["value"] = value
    case .runFinished(let outcome): outcome.write(to: &object)
    case .runRefused(let refusal): object["run"] = refusal.json
    }
  }
}

extension NodeOutcome {
  /// Adds `outcome` and what belongs to it.
  package func write(to object: inout JSONObject) {
    switch self {
    case .succeeded(let values):
      object["outcome"] = "succeeded"
      object["values"] = JSONValue(values)
    case .failed(let failure):
      object["outcome"] = "failed"
      object["failure"] = failure.json
    case .blocked(let other):
      object["outcome"] = "blocked"
      object["by"] = JSONValue(other)
    case .skipped(let other):
      object["outcome"] = "skipped"
      if let other { object["needs"] = JSONValue(other) }
    case .notSelected: object["outcome"] = "notSelected"
    case .cancelled: object["outcome"] = "cancelled"
    }
  }
}

extension RunOutcome {
  /// Adds `outcome` and what belongs to it.
  package func write(to object: inout JSONObject) {
    switch self {
    case .succeeded: object["outcome"] = "succeeded"
    case .failed: object["outcome"] = "failed"
    case .cancelled(let reason):
      object["outcome"] = "cancelled"
      reason.write(to: &object)
    }
  }
}

extension CancellationReason {
  func write(to object: inout JSONObject) {
    switch self {
    case .signal(let number):
      object["reason"] = "signal"
      object["signal"] = JSONValue(Int(number))
    case .deadline: object["reason"] = "deadline"
    case .failFast: object["reason"] = "failFast"
    }
  }
}
