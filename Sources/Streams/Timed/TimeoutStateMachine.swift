/// What `timeout` decides: each method takes one event and says what to do.
struct TimeoutStateMachine {
  enum Strike {
    case nothing
    /// A value came meanwhile: strike again then.
    case again(at: Duration)
    case timedOut
  }

  private let interval: Duration
  /// What upstream, or the fallback after it, owes.
  private(set) var owed = Demand.none
  /// When the next value is late; nil while none is owed.
  private var deadline: Duration?
  private var isGuarding = true

  init(interval: Duration) { self.interval = interval }

  /// The time to strike at, where the clock starts with this.
  mutating func asked(for demand: Demand, at now: Duration) -> Duration? {
    defer { owed += demand }
    return owed.isNone ? startClock(at: now) : nil
  }

  /// The time to strike at; nil where the clock rests.
  mutating func received(at now: Duration) -> Duration? {
    owed -= .max(1)
    deadline = nil
    return owed.isNone ? nil : startClock(at: now)
  }

  mutating func struck(at now: Duration) -> Strike {
    guard let deadline else { return .nothing }
    if deadline > now { return .again(at: deadline) }
    stopped()
    return .timedOut
  }

  /// By the terminal, a cancel or the strike.
  mutating func stopped() {
    isGuarding = false
    deadline = nil
  }

  private mutating func startClock(at now: Duration) -> Duration? {
    deadline = isGuarding ? now + interval : nil
    return deadline
  }
}
