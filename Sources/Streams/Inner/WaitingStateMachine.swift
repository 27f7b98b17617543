/// What `waiting(for:)` decides: events come in by its methods, and `next()` says what to do, until it says nothing more.
struct WaitingStateMachine: ~Copyable {
  enum Action {
    /// Ask every dependency for its one value.
    case askDependencies
    case askUpstream(Demand)
    /// These are the dependencies' values.
    case open([Payload])
    case pass(Payload)
    case cancelAll
    case end(Completion)
  }

  private enum State {
    /// Some dependency has not given its value; so many have not.
    case waiting(missing: Int)
    case open
    /// Everything is cancelled, and then this comes, where anything does.
    case stopping(Completion?)
    case ending(Completion)
    case over
  }

  private var state: State
  private var found: [Payload?]
  /// Asked for by downstream and not passed up.
  private var demand = Demand.none
  /// Passed up while waiting.
  private var asked = 0
  private var wantsDependencies = false
  private var hasAskedDependencies = false
  private var held = Ring<Payload>()
  /// How upstream ended, once it has.
  private var end: Completion?

  /// The most values held.
  private static let window = 64

  init(dependencies count: Int) {
    state = .waiting(missing: count)
    found = Array(repeating: nil, count: count)
  }

  // MARK: Events

  mutating func asked(for demand: Demand) {
    self.demand += demand
    wantsDependencies = true
  }

  /// How many values are held with this one; nil: pass it on.
  mutating func received(_ value: Payload) -> Int? {
    if case .open = state, held.isEmpty { return nil }
    held.append(value)
    return held.count
  }

  mutating func upstreamEnded(_ completion: Completion) {
    end = completion
    // It may end without having been asked for anything; then the dependencies are waited for all the same.
    wantsDependencies = true
    if completion.failure != nil, case .waiting = state { state = .stopping(completion) }
  }

  /// Whether that dependency is done with.
  mutating func dependencyGave(_ value: Payload, at slot: Int) -> Bool {
    guard case .waiting(let missing) = state, found[slot] == nil else { return false }
    found[slot] = value
    state = .waiting(missing: missing - 1)
    return true
  }

  mutating func dependencyEnded(_ completion: Completion, at slot: Int) {
    guard case .waiting = state, found[slot] == nil else { return }
    state = .stopping(.failure(completion.failure ?? MissingDependency(index: slot)))
  }

  /// Something outside broke, or (nil) the stream is cancelled.
  mutating func stop(with completion: Completion?) {
    switch state {
    case .waiting, .open: state = .stopping(completion)
    case .stopping, .ending, .over: break
    }
  }

  // MARK: What to do

  mutating func next() -> Action? {
    switch state {
    case .waiting(let missing):
      if wantsDependencies, !hasAskedDependencies {
        hasAskedDependencies = true
        return .askDependencies
      }
      if missing > 0 { return request(.max(Self.window - asked)) }
      state = .open
      let values = found.compactMap(\.self)
      found = []
      return .open(values)
    case .open:
      if let value = held.popFirst() { return .pass(value) }
      if let end {
        state = .over
        return .end(end)
      }
      return request(.unlimited)
    case .stopping(let completion):
      held = Ring()
      found = []
      state = completion.map { .ending($0) } ?? .over
      return .cancelAll
    case .ending(let completion):
      state = .over
      return .end(completion)
    case .over: return nil
    }
  }

  private mutating func request(_ most: Demand) -> Action? {
    if end != nil || demand.isNone || most.isNone { return nil }
    if demand.isUnlimited, most.isUnlimited {
      demand = .none
      return .askUpstream(.unlimited)
    }
    let now = min(demand, most)
    demand -= now
    asked += most.isUnlimited ? 0 : now.count(upTo: Self.window)
    return .askUpstream(now)
  }
}
