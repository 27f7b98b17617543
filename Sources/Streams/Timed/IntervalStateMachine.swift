/// What `interval` decides: each method takes one event and says what to do.
struct IntervalStateMachine {
  struct Action {
    /// The count to send.
    var tick: Int?
    /// Have `struck()` called then.
    var armFor: Duration?
  }

  private enum State {
    case unasked
    /// The timer is set for a tick.
    case ticking
    /// The tick is there, and credit is missing.
    case due
  }

  private let period: Duration
  private var state = State.unasked
  private var demand = Demand.none
  private var next = 0
  /// The last tick of the rhythm that a timer was set for.
  private var tick = Duration.zero

  init(period: Duration) { self.period = period }

  mutating func asked(for demand: Demand, at now: Duration) -> Action {
    self.demand += demand
    switch state {
    case .unasked:
      state = .ticking
      tick = now + period
      return Action(armFor: tick)
    case .ticking: return Action()
    case .due: return emit(at: now)
    }
  }

  mutating func struck(at now: Duration) -> Action {
    state = .due
    return emit(at: now)
  }

  private mutating func emit(at now: Duration) -> Action {
    guard demand.spend() else { return Action() }
    state = .ticking
    defer { next += 1 }
    tick = now + Self.rest(of: period, after: now - tick)
    return Action(tick: next, armFor: tick)
  }

  /// The time to the next tick, at `time` after one. Exact: with a quotient of floating point there would be two ticks in
  /// one instant now and then.
  private static func rest(of period: Duration, after time: Duration) -> Duration {
    period - Duration(attoseconds: time.attoseconds % period.attoseconds)
  }
}
