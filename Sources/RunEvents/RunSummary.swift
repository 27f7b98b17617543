/// A run as far as its events have been told: what every report needs, gathered one event at a time.
///
/// Events that name a node or a request nobody has introduced (a recorded log that was cut) are passed over.
package struct RunSummary: Sendable {
  /// How much is kept of what went well. Failures that ended a node are always kept.
  package enum Detail: Sendable {
    /// Numbers only: of the same size after ten requests and after ten thousand.
    case counts
    /// Each request, message, retry and recovered failure as well.
    case everything
  }

  package let detail: Detail
  /// `nil` until the run has started.
  package private(set) var run: RunDescription?
  /// Why it did not begin, where it did not.
  package private(set) var refusal: RunRefusal?
  /// In declared order.
  package private(set) var nodes: [NodeSummary] = []
  /// `nil` while it runs.
  package private(set) var outcome: RunOutcome?
  /// The time of the latest event, since the run's start.
  package private(set) var duration: Duration = .zero
  /// Values of the output so far.
  package private(set) var outputs = 0
  /// The requests under way, by their id.
  package private(set) var underWay: [Int: RequestUnderWay] = [:]
  /// The tries before it, which decide about nothing any more, in their order.
  package private(set) var earlierAttempts: [RunSummary] = []

  package init(detail: Detail = .everything) { self.detail = detail }

  /// The fold of a whole list.
  package init(_ events: some Sequence<RunEvent>, detail: Detail = .everything) {
    self.init(detail: detail)
    for event in events { apply(event) }
  }

  /// Takes in the next event.
  package mutating func apply(_ event: RunEvent) {
    duration = max(duration, event.time)
    switch event.kind {
    case .runStarted(let run):
      self.run = run
      nodes = run.nodes.map { NodeSummary($0) }
    case .nodeStarted(let node):
      update(node) { $0.start(at: event.time) }
    case .requestStarted(let request):
      underWay[request.id] = RequestUnderWay(request, startedAt: event.time)
      update(request.node) { $0.requestStarted(request, at: event.time) }
    case .requestProgress(let request, let progress):
      underWay[request]?.progress = progress
    case .requestFinished(let request, let response):
      end(request, at: event.time, .response(status: response.status, bodySize: response.bodySize))
    case .requestFailed(let request, let failure):
      end(request, at: event.time, .failure(failure.kind, message: failure.message))
    case .requestCancelled(let request):
      end(request, at: event.time, .cancelled)
    case .checkPassed(let node, _):
      update(node) { node in
        node.act(at: event.time)
        node.checksPassed += 1
      }
    case .retrying(let node, let step, let attempt, let delay, let failure):
      note(node, at: event.time, .retry(step, attempt: attempt, delay: delay, failure))
    case .recovered(let node, let step, let failure):
      note(node, at: event.time, .recovery(step, failure))
    case .message(let node, let level, let text):
      note(node, at: event.time, .message(level, text))
    case .value: break
    case .nodeFinished(let node, let outcome):
      update(node) { $0.finish(outcome, at: event.time) }
    case .output:
      outputs += 1
    case .runFinished(let outcome):
      self.outcome = outcome
    case .runRefused(let refusal):
      self.refusal = refusal
    }
  }

  mutating func take(earlier run: RunSummary) {
    var run = run
    earlierAttempts = run.earlierAttempts
    run.earlierAttempts = []
    earlierAttempts.append(run)
  }

  private mutating func end(_ id: Int, at time: Duration, _ result: RequestResult) {
    guard let request = underWay.removeValue(forKey: id) else { return }
    let keepsAll = detail == .everything
    update(request.description.node) { node in
      node.requestEnded(result)
      guard keepsAll else { return }
      node.requests.append(RequestSummary(request, endedAt: time, result))
    }
  }

  private mutating func note(_ node: Int, at time: Duration, _ kind: NodeNote.Kind) {
    let keepsAll = detail == .everything
    update(node) { node in
      node.act(at: time)
      node.count(kind)
      if keepsAll { node.notes.append(NodeNote(time: time, kind: kind)) }
    }
  }

  private mutating func update(_ node: Int, _ change: (inout NodeSummary) -> Void) {
    guard nodes.indices.contains(node) else { return }
    change(&nodes[node])
  }
}
