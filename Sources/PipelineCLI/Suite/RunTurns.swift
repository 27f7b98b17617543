import Dispatch
import RunEvents
import Synchronization

/// Lets runs that go on side by side reach the same reporters one after another, in their declared order: the first that has
/// not ended is told as it goes on, what the others do is held until their turn.
final class RunTurns: Sendable {
  private let reporters: [any Reporter]
  private let state = Mutex(State())

  /// So many events may be held before no further run begins.
  private static let mostHeld = 1 << 18

  private struct State {
    var current = 0
    /// Those that have begun and whose turn has not passed.
    var runs: [Int: TurnReporter] = [:]
    var over: Set<Int> = []
    /// Whether a thread hands turns on.
    var isPassing = false
    var held = 0
    var waiting: [DispatchSemaphore] = []
  }

  init(_ reporters: [any Reporter]) { self.reporters = reporters }

  /// What the logs of the run of that place tell, one after another; the places are those from 0, without a gap.
  ///
  /// Waits while too much is held, unless it is the run's own turn.
  func reporter(ofRun place: Int) -> TurnReporter {
    while true {
      let (reporter, room) = state.withLock { state -> (TurnReporter?, DispatchSemaphore?) in
        guard state.held < Self.mostHeld || place == state.current else {
          let room = DispatchSemaphore(value: 0)
          state.waiting.append(room)
          return (nil, room)
        }
        let reporter = TurnReporter(reporters, isItsTurn: place == state.current) { count in self.hold(count) }
        state.runs[place] = reporter
        return (reporter, nil)
      }
      if let reporter { return reporter }
      room?.wait()
    }
  }

  /// Nothing follows of the run of that place: the next one's turn comes, once this one's has passed.
  func pass(run place: Int) {
    let mustPass = state.withLock { state in
      state.over.insert(place)
      defer { state.isPassing = true }
      return !state.isPassing
    }
    guard mustPass else { return }
    while let next = nextTurn() { next.takeTurn() }
  }

  /// The run whose turn has come, where it has begun; one that begins later is told at once.
  private func nextTurn() -> TurnReporter? {
    let (next, waiting) = state.withLock { state -> (TurnReporter?, [DispatchSemaphore]) in
      while state.over.remove(state.current) != nil {
        state.runs[state.current] = nil
        state.current += 1
        guard let next = state.runs[state.current] else { continue }
        defer { state.waiting = [] }
        return (next, state.waiting)
      }
      state.isPassing = false
      defer { state.waiting = [] }
      return (nil, state.waiting)
    }
    for room in waiting { room.signal() }
    return next
  }

  private func hold(_ count: Int) { state.withLock { $0.held += count } }
}

/// Tells the reporters of one run: at once while it is its turn, else when that comes.
final class TurnReporter: Reporter {
  let wanted: EventDetail
  private let reporters: [any Reporter]
  private let hold: @Sendable (Int) -> Void
  private let state: Mutex<State>

  private struct State {
    var isItsTurn: Bool
    var held: [Told] = []
  }

  private enum Told {
    case event(RunEvent)
    case finish
    case action(@Sendable () -> Void)
  }

  /// - Parameter hold: is told by how many the held events have become more or fewer.
  fileprivate init(_ reporters: [any Reporter], isItsTurn: Bool, hold: @escaping @Sendable (Int) -> Void) {
    self.reporters = reporters
    self.hold = hold
    wanted = reporters.reduce(into: []) { $0.formUnion($1.wanted) }
    state = Mutex(State(isItsTurn: isItsTurn))
  }

  func receive(_ event: RunEvent) { tell(.event(event)) }

  func finish() { tell(.finish) }

  /// Does something else in its turn.
  func act(_ action: @escaping @Sendable () -> Void) { tell(.action(action)) }

  func flush() {
    state.withLock { state in
      if state.isItsTurn { flushAll() }
    }
  }

  func tick(at time: Duration) {
    state.withLock { state in
      guard state.isItsTurn else { return }
      for reporter in reporters where reporter.wanted.contains(.ticks) { reporter.tick(at: time) }
    }
  }

  fileprivate func takeTurn() {
    state.withLock { state in
      state.isItsTurn = true
      for told in state.held { pass(told) }
      flushAll()
      hold(-state.held.count)
      state.held = []
    }
  }

  private func tell(_ told: Told) {
    state.withLock { state in
      if state.isItsTurn { return pass(told) }
      state.held.append(told)
      hold(1)
    }
  }

  private func pass(_ told: Told) {
    switch told {
    case .event(let event): for reporter in reporters { reporter.receive(event) }
    case .finish: for reporter in reporters { reporter.finish() }
    case .action(let action): action()
    }
  }

  private func flushAll() { for reporter in reporters { reporter.flush() } }
}
