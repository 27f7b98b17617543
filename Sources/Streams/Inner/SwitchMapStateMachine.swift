/// What `switchMap` decides: each method takes one event and says what to do.
///
/// `Inner` is what stands for an inner stream outside; it is only handed back. Each has a generation, which is its
/// port, and what comes of another than the current one counts for nothing.
struct SwitchMapStateMachine<Inner> {
  enum State {
    /// No inner stream is current.
    case idle
    /// Between an outer value and the inner stream made of it.
    case starting
    case running(Inner)
    /// The terminal went down, or the stream was cancelled.
    case over
  }

  /// What to do about the end of something. A nil end: nothing goes down.
  struct Ending {
    var cancelsOuter = false
    var cancelled: Inner?
    var end: Completion?
  }

  private var state = State.idle
  private var demand = Demand.none
  private var hasStarted = false
  private var outerIsOpen = true
  private(set) var generation = -1

  /// Whom to pass the credit on to, and whether the outer stream is to be asked for everything.
  mutating func asked(for demand: Demand) -> (inner: Inner?, asksOuter: Bool) {
    self.demand += demand
    defer { hasStarted = true }
    return (current, !hasStarted)
  }

  /// An outer value came. The inner stream to cancel before the next one is made, of generation `generation`.
  mutating func outerReceived() -> Inner? {
    let old = current
    state = .starting
    generation = (generation + 1) & InnerPort.mask
    return old
  }

  /// The credit to give to the new inner stream at once.
  mutating func started(_ inner: Inner) -> Demand {
    state = .running(inner)
    return demand
  }

  mutating func outerEnded(_ completion: Completion) -> Ending {
    outerIsOpen = false
    if completion.failure != nil { return stop(with: completion) }
    if current != nil { return Ending() }
    return stop(with: completion)
  }

  /// Whether to pass the value on.
  mutating func received(from generation: Int) -> Bool {
    guard generation == self.generation, case .running = state else { return false }
    return demand.spend()
  }

  mutating func ended(_ completion: Completion, from generation: Int) -> Ending {
    guard generation == self.generation, case .running = state else { return Ending() }
    state = .idle
    if completion.failure == nil, outerIsOpen { return Ending() }
    return stop(with: completion)
  }

  /// Cancelled (nil), failed or through.
  mutating func stop(with completion: Completion?) -> Ending {
    if case .over = state { return Ending() }
    let ending = Ending(cancelsOuter: outerIsOpen, cancelled: current, end: completion)
    state = .over
    outerIsOpen = false
    return ending
  }

  private var current: Inner? {
    if case .running(let inner) = state { inner } else { nil }
  }
}
