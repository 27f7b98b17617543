import RunEvents

/// A test case of JUnit: a node, or the file of a run that did not begin.
struct JUnitCase {
  let verdict: NodeVerdict
  private let attributes: [(String, String)]
  private let text: String?
  private let log: [String]

  /// - Parameter index: The node's place in the run.
  init(_ index: Int, in run: RunSummary) {
    let node = run.nodes[index]
    let place = node.description.place
    verdict = NodeVerdict(index, in: run)
    attributes = [
      ("name", run.path(ofNode: index)),
      ("classname", run.suiteName + (node.description.isTeardown ? ".teardown" : "")),
      ("time", Units.seconds(run.activeDuration(index) ?? .zero)),
      ("file", place.file), ("line", String(place.line)),
    ]
    switch verdict {
    case .failure(let failure), .error(_, _, let failure?): text = run.text(of: failure, endedNode: index)
    case .passed, .skipped, .error: text = nil
    }
    log = Self.attemptLines(of: index, in: run) + Self.logLines(of: node)
  }

  init(_ refusal: RunRefusal) {
    verdict = NodeVerdict(refusal)
    let place = refusal.problems.first { $0.isError && $0.place != nil }?.place
    attributes = [
      ("name", refusal.file), ("classname", refusal.title), ("time", Units.seconds(.zero)), ("file", refusal.file),
      ("line", String(place?.line ?? 1)),
    ]
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
    if !log.isEmpty { xml.leaf("system-out", [], log.joined(separator: "\n")) }
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
