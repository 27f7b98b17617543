import RunEvents

/// Tells reporters of recorded runs as their logs once did. Used on one thread.
final class Replay {
  private let reporters: [any Reporter]
  private var run: RunSummary?
  private var ended: Int32 = ExitStatus.success
  /// How many were begun, or refused.
  private(set) var runCount = 0

  init(_ reporters: [any Reporter]) { self.reporters = reporters }

  /// The status of all runs so far.
  var exitStatus: Int32 { run.map { worse(ended, $0.exitStatus) } ?? ended }

  func receive(_ event: RunEvent) {
    switch event.kind {
    case .runStarted, .runRefused:
      finishRun()
      run = RunSummary(detail: .counts)
      runCount += 1
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
    ended = worse(ended, run.exitStatus)
    self.run = nil
    for reporter in reporters {
      reporter.flush()
      reporter.finish()
    }
  }
}
