import RunEvents
import Values

/// Makes a run's part of the page's model.
struct HTMLRunModel {
  let run: HTMLRun
  private var steps: [JSONValue] = []
  private var stepPlaces: [String: Int] = [:]

  init(_ run: HTMLRun) { self.run = run }

  func json(_ tables: inout HTMLTables) -> JSONValue {
    var copy = self
    return copy.made(&tables)
  }

  private mutating func made(_ tables: inout HTMLTables) -> JSONValue {
    let summary = run.summary
    var title = summary.run?.title ?? "pipeline"
    if let attempt = summary.suite.attempt, attempt.number > 1 || run.isSuperseded {
      title += ", try \(attempt.number) of \(attempt.count)"
    }
    var object: JSONObject = ["title": .string(title)]
    if run.isSuperseded { object["superseded"] = .bool(true) }
    if let description = summary.run {
      object["pipeline"] = .string(description.pipeline)
      if let text = description.description { object["description"] = .string(text) }
      object["file"] = .string(description.file)
      object["id"] = .string(description.id)
      object["startedAt"] = JSONNumber(description.startedAt).map(JSONValue.number) ?? .number(JSONNumber(0))
    }
    object["duration"] = micros(summary.duration)
    object["outcome"] = .string(run.refusedStatus == nil ? summary.outcome.word : "refused")
    // A run that did not begin has one of its own, which its node tells.
    if run.refusedStatus == nil, let reason = summary.outcome.reason { object["reason"] = .string(reason) }
    object["exit"] = .number(JSONNumber(Int(run.refusedStatus ?? summary.exitStatus)))
    object["outputs"] = .number(JSONNumber(summary.outputs))
    let slacks = summary.slacks
    object["nodes"] = .array(summary.nodes.indices.map { node($0, slack: slacks[$0], &tables) })
    let refused = refusedRequests
    object["requests"] = .array(
      run.requests.indices.map { request(run.requests[$0], isRefused: refused.contains($0), &tables) })
    object["steps"] = .array(steps)
    object["path"] = .array(
      summary.criticalPath.map { [.number(JSONNumber($0.node)), micros($0.share)] })
    return .object(object)
  }

  /// The place of a step in the run's list of those that are named.
  mutating func place(of step: StepDescription) -> Int {
    let key = "\(step.place.file)\u{0}\(step.place.line):\(step.place.column) \(step.operation)\u{0}\(step.label)"
    if let place = stepPlaces[key] { return place }
    steps.append([
      .string(step.operation), .string(step.label), .string(step.place.file), .number(JSONNumber(step.place.line)),
      .number(JSONNumber(step.place.column)),
    ])
    stepPlaces[key] = steps.count - 1
    return steps.count - 1
  }

  /// Those whose status was not accepted, whatever came of it.
  private var refusedRequests: Set<Int> {
    var places: Set<Int> = []
    func look(at failure: RunFailure) {
      if failure.kind == .status, let id = failure.request?.id, let place = run.places[id] { places.insert(place) }
    }
    for node in run.summary.nodes {
      if let failure = node.failure { look(at: failure) }
      for note in node.notes {
        switch note.kind {
        case .message: break
        case .retry(_, _, _, let failure), .recovery(_, let failure): look(at: failure)
        }
      }
    }
    return places
  }
}

/// A time in microseconds.
func micros(_ duration: Duration) -> JSONValue {
  let (seconds, attoseconds) = duration.components
  let (micros, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000)
  return .number(JSONNumber(isTooLong ? Int.max : Int(micros + attoseconds / 1_000_000_000_000)))
}

extension RunOutcome? {
  fileprivate var word: String {
    switch self {
    case .succeeded: "succeeded"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case nil: "unfinished"
    }
  }

  fileprivate var reason: String? {
    switch self {
    case .cancelled(.signal(2)): "SIGINT"
    case .cancelled(.signal(15)): "SIGTERM"
    case .cancelled(.signal(let number)): "signal \(number)"
    case .cancelled(.deadline): "its deadline"
    case .cancelled(.failFast): "--fail-fast"
    case .succeeded, .failed, nil: nil
    }
  }
}
