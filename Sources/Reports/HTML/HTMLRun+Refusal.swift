import RunEvents

extension HTMLRun {
  /// A run that did not begin: as one of a single node, its file, which tells what was in the way.
  init(_ refusal: RunRefusal) {
    let place = refusal.problems.first?.place ?? SourcePlace(file: refusal.file, line: 1, column: 1)
    let outcome: NodeOutcome
    let end: RunOutcome
    switch (NodeVerdict(refusal), refusal.reason) {
    case (.error(_, let message, _), _):
      let kind: RunFailure.Kind = refusal.exitStatus == 3 ? .io : .custom
      outcome = .failed(
        RunFailure(kind: kind, message: message, node: 0, details: refusal.problems.map(\.text)))
      end = .failed
    case (_, .ended(let reason)): (outcome, end) = (.cancelled, .cancelled(reason: reason))
    // Ended by what kept the others from beginning.
    default: (outcome, end) = (.cancelled, .cancelled(reason: .failFast))
    }
    let kinds: [RunEvent.Kind] = [
      .runStarted(
        RunDescription(
          id: "", pipeline: refusal.pipeline, description: nil, file: refusal.file, startedAt: refusal.startedAt,
          nodes: [NodeDescription(name: refusal.file, description: nil, place: place, inputs: [])],
          inputSet: refusal.inputSet, suite: refusal.suite)),
      .nodeFinished(node: 0, outcome), .runFinished(end),
    ]
    self.init(kinds.enumerated().map { RunEvent(sequence: $0, time: .zero, kind: $1) })
    refusedStatus = refusal.exitStatus
  }
}
