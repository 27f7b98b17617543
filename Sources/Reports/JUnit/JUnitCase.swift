import RunEvents

/// A node as a JUnit test case: what its verdict is and what is written beneath it.
struct JUnitCase {
  enum Verdict {
    case passed
    /// A check did not hold.
    case failure(RunFailure)
    /// The way was at fault, or the end is missing.
    case error(type: String, message: String, RunFailure?)
    case skipped(message: String)
  }

  var verdict: Verdict
  private var index: Int
  private var node: NodeSummary

  /// - Parameter index: The node's place in the run.
  init(_ index: Int, in run: RunSummary) {
    self.index = index
    node = run.nodes[index]
    switch node.outcome {
    case .succeeded: verdict = .passed
    // What came of it is told by the node round it.
    case .failed(let failure) where run.isRecovered(index):
      verdict = .skipped(message: "failed, which was recovered: \(failure.message)")
    case .failed(let failure) where failure.isTransportFault:
      verdict = .error(type: failure.kind.rawValue, message: failure.message, failure)
    case .failed(let failure): verdict = .failure(failure)
    case .blocked(let other):
      let reason = run.nodes.indices.contains(other) ? "needs '\(run.nodes[other].name)'" : "needs another node"
      verdict = .skipped(message: (node.requestCount > 0 ? "stopped: " : "not run: ") + reason)
    case .skipped(let other):
      let name = other.flatMap { run.nodes.indices.contains($0) ? run.nodes[$0].name : nil }
      verdict = .skipped(message: name.map { "skipped: needs '\($0)'" } ?? "skipped: 'when' is not true")
    case .notSelected: verdict = .skipped(message: "not selected")
    case .cancelled, nil:
      switch run.outcome {
      case .cancelled(.deadline) where node.startedAt != nil:
        verdict = .error(type: "deadline", message: "cancelled: the run's deadline passed", nil)
      case .cancelled, .succeeded, .failed: verdict = .skipped(message: "cancelled")
      case nil: verdict = .error(type: "incomplete", message: "the run was cut short", nil)
      }
    }
  }

  func write(to xml: inout XMLText, run: RunSummary) {
    let place = node.description.place
    xml.start(
      "testcase",
      [
        ("name", run.path(ofNode: index)),
        ("classname", run.suiteName + (node.description.isTeardown ? ".teardown" : "")),
        ("time", Units.seconds(run.activeDuration(index) ?? .zero)),
        ("file", place.file), ("line", String(place.line)),
      ])
    switch verdict {
    case .passed: break
    case .failure(let failure):
      xml.leaf(
        "failure", [("message", failure.message), ("type", failure.kind.rawValue)], text(of: failure, in: run))
    case .error(let type, let message, let failure):
      xml.leaf(
        "error", [("message", message), ("type", type)], failure.map { text(of: $0, in: run) } ?? message)
    case .skipped(let message): xml.leaf("skipped", [("message", message)])
    }
    let log = logLines(in: run)
    if !log.isEmpty { xml.leaf("system-out", [], log.joined(separator: "\n")) }
    xml.end()
  }

  private func text(of failure: RunFailure, in run: RunSummary) -> String {
    return FailureText(nodes: run.nodes, glyphs: Glyphs(unicode: true)).lines(of: failure, endedNode: index)
      .map { $0.rendered(color: false) }.joined(separator: "\n")
  }

  /// Requests, messages, retries and recovered failures in the order of their times.
  private func logLines(in run: RunSummary) -> [String] {
    var lines: [(time: Duration, text: String)] = node.requests.map { request in
      (request.endedAt, JUnitLog.line(request))
    }
    lines += node.notes.map { ($0.time, JUnitLog.line($0)) }
    // Equal times keep their order, since `sort` is stable.
    lines.sort { $0.time < $1.time }
    return lines.map(\.text)
  }
}

extension RunSummary {
  /// The node's name behind those of the nodes round it: `session/login`.
  fileprivate func path(ofNode index: Int) -> String {
    var names = [nodes[index].name]
    var next = nodes[index].description.parent
    while let parent = next, nodes.indices.contains(parent), names.count < nodes.count {
      names.insert(nodes[parent].name, at: 0)
      next = nodes[parent].description.parent
    }
    return names.joined(separator: "/")
  }

  /// The pipeline's name, or the file's where the run never said one.
  var suiteName: String {
    run?.title ?? "pipeline"
  }
}
