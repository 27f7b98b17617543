/// Runs as their events are told, one run after another: what a report of several is made of.
///
/// Of a run that was tried again the list has the last try, which holds those before it.
package struct RunList: Sendable {
  package private(set) var runs: [RunSummary] = []
  private let detail: RunSummary.Detail

  package init(detail: RunSummary.Detail = .everything) { self.detail = detail }

  /// The fold of a whole list.
  package init(_ events: some Sequence<RunEvent>, detail: RunSummary.Detail = .everything) {
    self.init(detail: detail)
    for event in events { apply(event) }
  }

  /// Takes in the next event. What comes before the first run's start is passed over.
  package mutating func apply(_ event: RunEvent) {
    switch event.kind {
    case .runStarted(let run): begin(at: run.suite)
    case .runRefused(let refusal): begin(at: refusal.suite)
    default: if runs.isEmpty { return }
    }
    runs[runs.count - 1].apply(event)
  }

  private mutating func begin(at suite: SuitePlace) {
    var run = RunSummary(detail: detail)
    if let last = runs.last, last.isSuperseded(by: suite) { run.take(earlier: runs.removeLast()) }
    runs.append(run)
  }
}

extension RunSummary {
  package var suite: SuitePlace { run?.suite ?? refusal?.suite ?? .alone }

  /// Whether a run at that place is the next try of this one, which then decides about nothing.
  package func isSuperseded(by next: SuitePlace) -> Bool { next.isNextAttempt(after: suite) }

  /// Whether another try may follow: it went wrong, and was neither the last one nor ended from outside.
  package var mayBeTriedAgain: Bool {
    guard let attempt = suite.attempt, attempt.number < attempt.count, exitStatus != 0 else { return false }
    return switch outcome {
    case .failed, .cancelled(.failFast): true
    case .succeeded, .cancelled, nil: false
    }
  }
}
