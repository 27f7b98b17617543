import Dispatch
import Synchronization

/// Stops evaluations in libjq that run too long or take too much memory.
///
/// libjq looks at its `halted` mark before each instruction, so one that loops can be stopped from another thread. The watch
/// looks every 100 ms, and sleeps while nothing runs.
final class EvaluationWatch: Sendable {
  static let shared = EvaluationWatch()

  private struct Running {
    var id: Int
    var interpreter: LibraryInterpreter
    var limits: EvaluationLimits
    var start: ContinuousClock.Instant
    /// Taken at the first look, so that a quick evaluation need not read it.
    var residentBytes: Int?
    var violation: ExpressionError?
  }

  private struct State {
    var running: [Running] = []
    var nextID = 0
    var thread: LargeStackThread?
    var isLooking = false
  }

  private let state = Mutex(State())

  /// From here on until `end` the interpreter may be halted.
  func begin(_ interpreter: LibraryInterpreter, _ limits: EvaluationLimits) -> Int {
    let start = ContinuousClock.now
    return state.withLock { state in
      state.nextID += 1
      state.running.append(Running(id: state.nextID, interpreter: interpreter, limits: limits, start: start))
      if !state.isLooking {
        if state.thread == nil { state.thread = LargeStackThread() }
        state.isLooking = state.thread != nil
        state.thread?.perform { [self] in look() }
      }
      return state.nextID
    }
  }

  /// Why the evaluation was halted, if it was.
  func end(_ id: Int) -> ExpressionError? {
    state.withLock { state in
      guard let place = state.running.firstIndex(where: { $0.id == id }) else { return nil }
      return state.running.remove(at: place).violation
    }
  }

  private func look() {
    while true {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(100))
      let now = ProcessUsage.now()
      let goesOn = state.withLock { state -> Bool in
        for place in state.running.indices where state.running[place].violation == nil {
          let running = state.running[place]
          guard let residentBytes = running.residentBytes else {
            state.running[place].residentBytes = now.residentBytes
            continue
          }
          let start = ProcessUsage(instant: running.start, residentBytes: residentBytes)
          if let violation = running.limits.violation(since: start, now: now) {
            state.running[place].violation = violation
            running.interpreter.halt()
          }
        }
        if state.running.isEmpty { state.isLooking = false }
        return state.isLooking
      }
      if !goesOn { return }
    }
  }
}
