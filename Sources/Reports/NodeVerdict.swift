import RunEvents

/// What a node counts for in a report that knows tests: one rule for all of them.
enum NodeVerdict {
  case passed
  /// A check did not hold.
  case failure(RunFailure)
  /// The way was at fault, or the end is missing.
  case error(type: String, message: String, RunFailure?)
  case skipped(message: String)

  /// - Parameter index: The node's place in the run.
  init(_ index: Int, in run: RunSummary) {
    let node = run.nodes[index]
    switch node.outcome {
    case .succeeded: self = .passed
    // What came of it is told by the node round it.
    case .failed(let failure) where run.isRecovered(index):
      self = .skipped(message: "failed, which was recovered: \(failure.message)")
    case .failed(let failure) where failure.isTransportFault:
      self = .error(type: failure.kind.rawValue, message: failure.message, failure)
    case .failed(let failure): self = .failure(failure)
    case .blocked(let other):
      let reason = run.nodes.indices.contains(other) ? "needs '\(run.nodes[other].name)'" : "needs another node"
      self = .skipped(message: (node.requestCount > 0 ? "stopped: " : "not run: ") + reason)
    case .skipped(let other):
      let name = other.flatMap { run.nodes.indices.contains($0) ? run.nodes[$0].name : nil }
      self = .skipped(message: name.map { "skipped: needs '\($0)'" } ?? "skipped: 'when' is not true")
    case .notSelected: self = .skipped(message: "not selected")
    case .cancelled, nil:
      switch run.outcome {
      case .cancelled(.deadline) where node.startedAt != nil:
        self = .error(type: "deadline", message: "cancelled: the run's deadline passed", nil)
      case .cancelled, .succeeded, .failed: self = .skipped(message: "cancelled")
      case nil: self = .error(type: "incomplete", message: "the run was cut short", nil)
      }
    }
  }

  /// Of a run that did not begin, for which its file stands.
  init(_ refusal: RunRefusal) {
    let errors = refusal.problems.filter(\.isError)
    let more = errors.count > 1 ? " (and \(Units.count(errors.count - 1, "more mistake")))" : ""
    let message = errors.first.map { $0.message + more }
    switch refusal.reason {
    case .invalidFile: self = .error(type: "invalidFile", message: message ?? "the file is invalid", nil)
    case .unreadable: self = .error(type: "unreadable", message: message ?? "a file cannot be read", nil)
    case .usage: self = .error(type: "usage", message: message ?? "the run could not begin", nil)
    case .missing: self = .error(type: "missing", message: message ?? "its events are missing", nil)
    case .others: self = .skipped(message: "not run: another run could not begin")
    case .ended(.signal): self = .skipped(message: "not run: ended by a signal before")
    case .ended(.deadline): self = .skipped(message: "not run: the deadline passed before")
    case .ended(.failFast): self = .skipped(message: "not run: another run failed before")
    }
  }
}

extension [NodeVerdict] {
  /// How many there are of each but the passed ones.
  var counts: (failures: Int, errors: Int, skipped: Int) {
    reduce(into: (failures: 0, errors: 0, skipped: 0)) { counts, verdict in
      switch verdict {
      case .passed: break
      case .failure: counts.failures += 1
      case .error: counts.errors += 1
      case .skipped: counts.skipped += 1
      }
    }
  }
}

extension RunSummary {
  /// The node's name behind those of the nodes round it: `session/login`.
  func path(ofNode index: Int) -> String {
    var names = [nodes[index].name]
    var next = nodes[index].description.parent
    while let parent = next, nodes.indices.contains(parent), names.count < nodes.count {
      names.insert(nodes[parent].name, at: 0)
      next = nodes[parent].description.parent
    }
    return names.joined(separator: "/")
  }

  /// The pipeline's name, or the file's where the run never said one.
  var suiteName: String { run?.title ?? refusal?.title ?? "pipeline" }

  /// The failure told in full, as plain lines.
  func text(of failure: RunFailure, endedNode node: Int) -> String {
    FailureText(nodes: nodes, glyphs: Glyphs(unicode: true)).lines(of: failure, endedNode: node)
      .map { $0.rendered(color: false) }.joined(separator: "\n")
  }
}
