import RunEvents

/// Tells reporters of recorded runs as their logs once did. Used on one thread.
final class Replay {
  private let reporters: [any Reporter]
  /// The run whose events come.
  private var run: RunSummary?
  /// The one before: whether it decides about anything is told by what follows.
  private var last: RunSummary?
  private var ended: Int32 = ExitStatus.success

  init(_ reporters: [any Reporter]) { self.reporters = reporters }

  /// The status of all runs so far.
  var exitStatus: Int32 { [last, run].compactMap { $0?.exitStatus }.reduce(ended, worse) }

  func receive(_ event: RunEvent) {
    switch event.kind {
    case .runStarted(let run): begin(at: run.suite)
    case .runRefused(let refusal): begin(at: refusal.suite)
    // The start of what these belong to is missing: nothing can be told of them.
    default: if run == nil { return }
    }
    run?.apply(event)
    for reporter in reporters { reporter.receive(event) }
    switch event.kind {
    case .runFinished, .runRefused: finishRun()
    default: break
    }
  }

  /// Nothing follows of the run, whether its end was told or not.
  func finishRun() {
    guard let run else { return }
    last = run
    self.run = nil
    for reporter in reporters {
      reporter.flush()
      reporter.finish()
    }
  }

  private func begin(at suite: SuitePlace) {
    finishRun()
    if let last, !last.isSuperseded(by: suite) { ended = worse(ended, last.exitStatus) }
    last = nil
    run = RunSummary(detail: .counts)
  }
}
