import CurlTransport
import Dispatch
import PipelineRuntime
import RunEvents
import Streams
import Synchronization

/// Runs planned runs, some at once, each again where it fails and that is asked for.
///
/// They begin in their order, and that is the order in which they are told, whatever ends first.
final class SuiteRunner: Sendable {
  private let runs: [PlannedRun]
  private let inputs: [BoundInputs]
  private let settings: RunSettings
  private let reporters: SessionReporters
  private let turns: RunTurns
  private let transport = CurlTransport(userAgent: "pipeline/\(Version.current)")
  private let state = Mutex(State())

  private struct State {
    var next = 0
    var underWay: [Int: PipelineRun] = [:]
    var cancellation: CancellationReason?
    var status = ExitStatus.success
  }

  /// - Parameter inputs: those of each run.
  init(_ runs: [PlannedRun], inputs: [BoundInputs], settings: RunSettings, reporters: SessionReporters) {
    self.runs = runs
    self.inputs = inputs
    self.settings = settings
    self.reporters = reporters
    turns = RunTurns(reporters.all)
  }

  /// Blocks until no run is under way and none is to follow. Tells the status of those that ran, how many those are, and why
  /// there are not more.
  func run() -> (status: Int32, count: Int, cancellation: CancellationReason?) {
    let lanes = DispatchGroup()
    for lane in 1..<max(1, min(settings.jobs, runs.count)) {
      DispatchQueue(label: "pipeline.lane.\(lane)").async(group: lanes) { self.runLane() }
    }
    runLane()
    lanes.wait()
    transport.shutdown()
    return state.withLock { ($0.status, $0.next, $0.cancellation) }
  }

  /// Cancels the runs that are under way and starts no further one; the first reason counts, but for a signal.
  func end(_ reason: CancellationReason) {
    let runs = state.withLock { state -> [PipelineRun] in
      let isFirst = state.cancellation == nil
      if isFirst || reason.isSignal { state.cancellation = reason }
      return isFirst || reason.isSignal ? Array(state.underWay.values) : []
    }
    for run in runs { run.cancel(reason) }
  }

  /// Tells whether there was a teardown left to skip.
  func skipTeardowns() -> Bool {
    let runs = state.withLock { Array($0.underWay.values) }
    return runs.map { $0.skipTeardown() }.contains(true)
  }

  /// One run after the other, as long as there are any.
  private func runLane() {
    // Whether nothing goes on is asked of a scheduler as a whole: it is not to serve runs side by side.
    let scheduler = DispatchScheduler()
    while let place = takeNext() {
      let reporter = turns.reporter(ofRun: place)
      let status = runAttempts(place, reporter, scheduler)
      turns.pass(run: place)
      state.withLock { $0.status = worse($0.status, status) }
      if settings.failsFast, status != ExitStatus.success { end(.failFast) }
    }
  }

  private func takeNext() -> Int? {
    state.withLock { state in
      guard state.cancellation == nil, state.next < runs.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func runAttempts(_ place: Int, _ reporter: TurnReporter, _ scheduler: DispatchScheduler) -> Int32 {
    let run = SingleRun(
      runs[place], inputs[place], settings: settings, transport: transport, scheduler: scheduler, reporter: reporter)
    var attempt = 1
    while true {
      let end = run.run(attempt: attempt, began: { began(place, $0) }, refused: { refuse(place, reporter, $0) })
      state.withLock { $0.underWay[place] = nil }
      if !end.mayBeTriedAgain || state.withLock({ $0.cancellation != nil }) { return end.status }
      attempt += 1
    }
  }

  private func began(_ place: Int, _ run: PipelineRun) {
    let reason = state.withLock { state in
      state.underWay[place] = run
      return state.cancellation
    }
    if let reason { run.cancel(reason) }
  }

  private func refuse(_ place: Int, _ reporter: TurnReporter, _ refusal: RunRefusal) {
    let mask = SecretMask(inputs[place].secrets)
    reporter.act { self.reporters.refuse([refusal], mask: mask) }
  }
}

extension CancellationReason {
  fileprivate var isSignal: Bool {
    if case .signal = self { return true }
    return false
  }
}
