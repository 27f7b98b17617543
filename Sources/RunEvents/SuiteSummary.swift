/// Several runs as one: how many went how, and what failed. Of the same size however much happened in each.
package struct SuiteSummary: Sendable {
  /// All that are told of so far, a run that was tried again counted once.
  package private(set) var count = 0
  package private(set) var passed = 0
  /// Of the passed ones, those that took more than one try, or in which a failure was put right.
  package private(set) var recovered = 0
  package private(set) var failed = 0
  /// Ended from outside, before anything of their own had failed.
  package private(set) var cancelled = 0
  /// Did not begin, through no fault of their own.
  package private(set) var notRun = 0
  package private(set) var requests = 0
  /// The titles and files of the first that failed.
  package private(set) var failures: [(title: String, file: String)] = []
  package private(set) var exitStatus: Int32 = 0
  /// Seconds since 1970, of the first start and the last end.
  private var start: Double?
  private var end: Double?
  /// The run whose events come, or the last one, after which another try may come.
  private var open: RunSummary?

  package static let mostFailures = 50

  package init() {}

  /// From the first start to the last end.
  package var duration: Duration {
    guard let start, let end, end > start else { return .zero }
    // A moment of these days as a number of seconds has no more than that.
    return .microseconds(((end - start) * 1_000_000).rounded())
  }

  /// Takes in the next event of any run.
  package mutating func apply(_ event: RunEvent) {
    switch event.kind {
    case .runStarted(let run): begin(at: run.suite)
    case .runRefused(let refusal): begin(at: refusal.suite)
    default: break
    }
    open?.apply(event)
  }

  /// Nothing follows.
  package mutating func close() {
    if let open { add(open) }
    open = nil
  }

  private mutating func begin(at suite: SuitePlace) {
    var next = RunSummary(detail: .counts)
    if let open {
      if open.isSuperseded(by: suite) { next.take(earlier: open) } else { add(open) }
    }
    open = next
  }

  private mutating func add(_ run: RunSummary) {
    count += 1
    exitStatus = worseExitStatus(exitStatus, run.exitStatus)
    for one in run.earlierAttempts + [run] { requests += one.counts.requests + one.teardownCounts.requests }
    if let begun = (run.earlierAttempts.first ?? run).run?.startedAt, let last = run.run?.startedAt {
      start = min(start ?? begun, begun)
      let ended = last + run.duration / .seconds(1)
      end = max(end ?? ended, ended)
    }
    if let refusal = run.refusal, refusal.isWell {
      notRun += 1
    } else if run.wasStopped {
      cancelled += 1
    } else if run.exitStatus != 0 {
      failed += 1
      let file = run.run?.file ?? run.refusal?.file ?? ""
      if failures.count < Self.mostFailures { failures.append((run.run?.title ?? run.refusal?.title ?? file, file)) }
    } else {
      passed += 1
      if !run.earlierAttempts.isEmpty || run.counts.recovered > 0 { recovered += 1 }
    }
  }
}

extension RunRefusal {
  /// Whether nothing is known to be wrong with what did not begin.
  fileprivate var isWell: Bool {
    switch reason {
    case .others, .ended: true
    case .invalidFile, .unreadable, .usage, .missing: false
    }
  }
}
