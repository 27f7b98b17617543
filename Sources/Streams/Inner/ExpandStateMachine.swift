/// What `expand` decides: events come in by its methods, and `next()` says what to do, until it says nothing more.
///
/// `Inner` is what stands for an inner stream outside; it is only handed back.
struct ExpandStateMachine<Inner>: ~Copyable {
  enum Action {
    /// Make the stream that comes of this value, and say `started(_:)`.
    case feed(Payload)
    case askOuter
    case cancelOuter
    case cancel(Inner)
    case end(Completion)
  }

  private enum State {
    case idle
    /// The outer stream owes a value.
    case awaitingOuter
    /// Between a value and the stream made of it.
    case starting
    case running(Inner)
    /// Everything is cancelled, and then this comes, where anything does.
    case stopping(Completion?)
    case over
  }

  private let emitsInputs: Bool
  private var state = State.idle
  private var demand = Demand.none
  private var hasStarted = false
  private var toFeed = Ring<Payload>()
  /// Nil while the outer stream is open.
  private var outerEnd: Completion?
  private var toCancel: Inner?

  init(emitsInputs: Bool) { self.emitsInputs = emitsInputs }

  // MARK: Events

  /// Whom to pass the credit on to.
  mutating func asked(for demand: Demand) -> Inner? {
    hasStarted = true
    self.demand += demand
    return if case .running(let inner) = state { inner } else { nil }
  }

  /// Whether to pass the value on.
  mutating func outerReceived(_ value: Payload) -> Bool {
    guard case .awaitingOuter = state else { return false }
    state = .idle
    toFeed.append(value)
    return emitsInputs && demand.spend()
  }

  mutating func outerEnded(_ completion: Completion) {
    outerEnd = completion
    if case .awaitingOuter = state { state = .idle }
  }

  /// The credit to give to the new inner stream at once.
  mutating func started(_ inner: Inner) -> Demand {
    state = .running(inner)
    return demand
  }

  /// How many values wait to be fed with this one; nil where it is not wanted.
  mutating func received(_ value: Payload) -> Int? {
    guard case .running = state, demand.spend() else { return nil }
    toFeed.append(value)
    return toFeed.count
  }

  mutating func ended(_ completion: Completion) {
    guard case .running = state else { return }
    state = completion.failure == nil ? .idle : .stopping(completion)
  }

  /// Something outside broke, or (nil) the stream is cancelled.
  mutating func stop(with completion: Completion?) {
    switch state {
    case .over, .stopping: return
    case .idle, .awaitingOuter, .starting: state = .stopping(completion)
    case .running(let inner):
      toCancel = inner
      state = .stopping(completion)
    }
  }

  // MARK: What to do

  mutating func next() -> Action? {
    switch state {
    case .awaitingOuter, .starting, .running, .over: return nil
    case .stopping(let completion): return nextOfStop(completion)
    case .idle: break
    }
    if !toFeed.isEmpty {
      guard let value = toFeed.popFirst() else { return nil }
      state = .starting
      return .feed(value)
    }
    if let outerEnd {
      state = .over
      return .end(outerEnd)
    }
    // An outer value that is passed on needs credit; one that is only fed is wanted as soon as anything is.
    guard emitsInputs ? !demand.isNone : hasStarted else { return nil }
    state = .awaitingOuter
    return .askOuter
  }

  private mutating func nextOfStop(_ completion: Completion?) -> Action? {
    toFeed = Ring()
    if outerEnd == nil {
      outerEnd = .finished
      return .cancelOuter
    }
    if let inner = toCancel.take() { return .cancel(inner) }
    state = .over
    return completion.map { .end($0) }
  }
}
