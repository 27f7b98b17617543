import HTTP
import RunEvents
import Values

/// Events written as a script: each at a time in milliseconds.
struct Script {
  private(set) var events: [RunEvent] = []

  init(_ nodes: [(name: String, inputs: [Int])]) {
    add(
      0,
      .runStarted(
        RunDescription(
          id: "run-1", pipeline: "upload", description: nil, file: "upload.yaml", startedAt: 1_700_000_000,
          nodes: nodes.enumerated().map { index, node in
            NodeDescription(
              name: node.name, description: nil,
              place: SourcePlace(file: "upload.yaml", line: 10 * (index + 1), column: 3), inputs: node.inputs)
          })))
  }

  mutating func add(_ milliseconds: Int, _ kind: RunEvent.Kind) {
    events.append(RunEvent(sequence: events.count, time: .milliseconds(milliseconds), kind: kind))
  }

  /// Describes the nodes otherwise.
  mutating func change(_ body: (inout [NodeDescription]) -> Void) {
    guard case .runStarted(var run) = events[0].kind else { return }
    body(&run.nodes)
    events[0].kind = .runStarted(run)
  }

  mutating func node(_ node: Int, from start: Int, to end: Int, _ outcome: NodeOutcome = .succeeded(values: 1)) {
    add(start, .nodeStarted(node: node))
    add(end, .nodeFinished(node: node, outcome))
  }

  mutating func end(_ milliseconds: Int, _ outcome: RunOutcome = .succeeded) {
    add(milliseconds, .runFinished(outcome))
  }
}

let fetch = StepDescription(
  operation: "fetch", label: "fetch", place: SourcePlace(file: "upload.yaml", line: 12, column: 7))

func request(
  _ id: Int, node: Int = 0, attempt: Int = 1, method: String = "GET", url: String = "http://a.test/x",
  headers: [Header] = [], body: String? = nil, bodySize: Int? = nil
) -> RequestDescription {
  RequestDescription(
    id: id, node: node, step: fetch, attempt: attempt, method: method, url: url, headers: headers,
    bodySize: bodySize ?? body?.utf8.count ?? 0, bodyStart: body, uploadFile: nil)
}

func response(_ status: Int, headers: [Header] = [], body: String? = nil, bodySize: Int? = nil) -> ResponseDescription {
  ResponseDescription(
    status: status, headers: headers, bodySize: bodySize ?? body?.utf8.count ?? 0, bodyStart: body,
    timings: Timings())
}
