/// What `mergeMany` decides: which value goes out when, whose turn it is to be asked, and how it ends.
///
/// A method takes one event; then `next()` says what is to be done, until it says nothing.
struct MergeStateMachine: ~Copyable {
  enum Action {
    case send(Payload)
    /// Ask that input, unless it has ended.
    case ask(Demand, port: Int)
    /// Ask every input that has not ended.
    case askAll(Demand)
    /// No input is needed any more, though values may be left.
    case cancelInputs
    case end(Completion)
  }

  private enum Phase {
    case open
    /// Inputs are of no more use, which is still to be said.
    case closing(Completion)
    /// This comes once the values held are out.
    case ending(Completion)
    /// Ended, or cancelled.
    case over
  }

  /// The most values one input is asked for at once under a finite demand.
  static let window = 64

  private var phase = Phase.open
  private var demand = Demand.none
  /// All inputs have been asked for all they have.
  private var hasAskedForAll = false
  /// Of each input, how many values it was asked for that are not out. Not kept under unlimited demand.
  private var owed: [Int32]
  /// How many values of each input are held.
  private var heldOf: [Int32]
  /// Inputs that owe nothing, in the order in which they are to be asked.
  private var idle = Ring<Int>()
  private var held = Ring<(port: Int, value: Payload)>()
  private var live: Int

  init(count: Int) {
    owed = Array(repeating: 0, count: count)
    heldOf = owed
    live = count
    for port in 0..<count { idle.append(port) }
  }

  // MARK: Events

  mutating func request(_ demand: Demand) { self.demand += demand }

  /// - Returns: The value where it may go out at once. Ask `next()` after it.
  mutating func receive(_ value: consuming Payload, at port: Int) -> Payload? {
    guard case .open = phase else { return nil }
    if held.isEmpty, demand.spend() {
      settle(port)
      return value
    }
    heldOf[port] += 1
    held.append((port, value))
    return nil
  }

  mutating func receive(completion: Completion, at port: Int) {
    guard case .open = phase else { return }
    live -= 1
    if completion.failure != nil {
      phase = .closing(completion)
    } else if live == 0 {
      phase = .ending(.finished)
    }
  }

  mutating func cancel() {
    phase = .over
    held = Ring()
  }

  // MARK: What to do

  mutating func next() -> Action? {
    if case .closing(let completion) = phase {
      phase = .ending(completion)
      return .cancelInputs
    }
    if !held.isEmpty, demand.spend(), let (port, value) = held.popFirst() {
      heldOf[port] -= 1
      settle(port)
      return .send(value)
    }
    switch phase {
    case .open: return ask()
    case .ending(let completion) where held.isEmpty:
      phase = .over
      return .end(completion)
    case .ending, .closing, .over: return nil
    }
  }

  private mutating func ask() -> Action? {
    if demand.isUnlimited {
      if hasAskedForAll { return nil }
      hasAskedForAll = true
      idle = Ring()
      return .askAll(.unlimited)
    }
    guard !demand.isNone, let port = idle.popFirst() else { return nil }
    let count = demand.count(upTo: Self.window)
    owed[port] = Int32(count)
    return .ask(.max(count), port: port)
  }

  /// One of that input's values goes out.
  private mutating func settle(_ port: Int) {
    if demand.isUnlimited { return }
    owed[port] -= 1
    if owed[port] == 0 { idle.append(port) }
  }

  /// How many values of that input wait.
  func held(at port: Int) -> Int { Int(heldOf[port]) }
}
