import RunEvents

/// A test case of JUnit: a node, or the file of a run that did not begin.
struct JUnitCase {
  let verdict: NodeVerdict
  /// What happened in it, where anything did: its name and a line each. The schemas want it behind all cases.
  let log: [String]
  private let attributes: [(String, String)]
  private let text: String?

  /// - Parameter index: The node's place in the run.
  init(_ index: Int, in run: RunSummary) {
    let node = run.nodes[index]
    let path = run.path(ofNode: index)
    verdict = NodeVerdict(index, in: run)
    attributes = [
      ("name", path),
      ("classname", run.suiteName + (node.description.isTeardown ? ".teardown" : "")),
      ("time", Units.seconds(run.activeDuration(index) ?? .zero)),
    ]
    let lines = Self.attemptLines(of: index, in: run) + Self.logLines(of: node)
    log = lines.isEmpty ? [] : ["\(path):"] + lines.map { "  \($0)" }
    switch verdict {
    case .failure(let failure), .error(_, _, let failure?):
      let told = run.text(of: failure, endedNode: index)
      // Its one request is in the failure; more than that tells of attempts, which readers show nowhere else.
      text = lines.count > 1 ? told + "\n\n" + lines.joined(separator: "\n") : told
    case .passed, .skipped, .error: text = nil
    }
  }

  init(_ refusal: RunRefusal) {
    verdict = NodeVerdict(refusal)
    attributes = [("name", refusal.file), ("classname", refusal.title), ("time", Units.seconds(.zero))]
    text = refusal.problems.isEmpty ? nil : refusal.problems.map(\.text).joined()
    log = []
  }

  func write(to xml: inout XMLText) {
    xml.start("testcase", attributes)
    switch verdict {
    case .passed: break
    case .failure(let failure):
      xml.leaf("failure", [("message", failure.message), ("type", failure.kind.rawValue)], text ?? failure.message)
    case .error(let type, let message, _):
      xml.leaf("error", [("message", message), ("type", type)], text ?? message)
    case .skipped(let message): xml.leaf("skipped", [("message", message)])
    }
    xml.end()
  }

  /// What became of the node in the tries of the run before this one.
  private static func attemptLines(of index: Int, in run: RunSummary) -> [String] {
    run.earlierAttempts.enumerated().compactMap { place, earlier in
      guard earlier.nodes.indices.contains(index), let failure = earlier.nodes[index].failure else { return nil }
      return "try \(place + 1) of the run: " + earlier.text(of: failure, endedNode: index)
    }
  }

  /// Requests, messages, retries and recovered failures in the order of their times.
  private static func logLines(of node: NodeSummary) -> [String] {
    var lines: [(time: Duration, text: String)] = node.requests.map { request in
      (request.endedAt, JUnitLog.line(request))
    }
    lines += node.notes.map { ($0.time, JUnitLog.line($0)) }
    // Equal times keep their order, since `sort` is stable.
    lines.sort { $0.time < $1.time }
    return lines.map(\.text)
  }
}
