/// What `flatMap` in order of arrival decides: events come in by its methods, and `next()` says what to do, until it says
/// nothing more.
///
/// An inner stream has a slot, which is free again when it has ended and what it emitted is out: so the values held are
/// never more than the inner streams that may run at once.
///
/// `Inner` is what stands for an inner stream outside; it is only handed back.
struct ArrivalFlatMapStateMachine<Inner>: ~Copyable {
  enum Action {
    case send(Payload)
    case ask(Inner, Demand)
    case askOuter(Int)
    case cancel(Inner)
    case cancelOuter
    case end(Completion)
  }

  /// What became of an inner stream's value.
  enum Reception {
    /// Send it, and ask that inner stream for one more.
    case send(Payload, thenAsk: Inner?)
    /// It waits for credit, as one of so many.
    case held(Inner, count: Int)
    case dropped
  }

  private struct Slot {
    /// Nil once it has ended.
    var inner: Inner?
    /// Its values among those held.
    var held = 0
  }

  private enum Phase {
    case running
    /// Everything is cancelled, and then this comes, where anything does.
    case stopping(Completion?)
    case over
  }

  private let max: Int
  private var phase = Phase.running
  private var demand = Demand.none
  private var hasStarted = false
  private var outerIsOpen = true
  private var outerOwed = 0
  private var slots: [Slot] = []
  private var freeSlots: [Int] = []
  private var held = Ring<(slot: Int, value: Payload)>()
  /// Slots from here on were not told yet that demand is unlimited.
  private var firstLimited = Int.max
  /// The first slot that was not told yet that all is over.
  private var toCancel = 0
  /// This one's value went out, and it may give another.
  private var toAsk: Inner?

  /// - Parameter max: Inner streams that run at once.
  init(max: Int) {
    // Far beyond what can run, and still safe to add to.
    self.max = Swift.min(max, 1 << 40)
  }

  // MARK: Events

  mutating func asked(for demand: Demand) {
    hasStarted = true
    let wasUnlimited = self.demand.isUnlimited
    self.demand += demand
    if self.demand.isUnlimited, !wasUnlimited { firstLimited = 0 }
  }

  /// The slot, and port, of the inner stream that is started next.
  var nextSlot: Int { freeSlots.last ?? slots.count }

  /// An outer value came, and this is its inner stream. Says how many of its values to ask for now.
  mutating func started(_ inner: Inner) -> Demand {
    outerOwed -= 1
    if let slot = freeSlots.popLast() { slots[slot].inner = inner } else { slots.append(Slot(inner: inner)) }
    return demand.isUnlimited ? .unlimited : .max(1)
  }

  mutating func outerEnded(_ completion: Completion) {
    outerIsOpen = false
    if completion.failure != nil { stop(with: completion) }
  }

  mutating func received(_ value: consuming Payload, from slot: Int) -> Reception {
    guard case .running = phase, let inner = slots[slot].inner else { return .dropped }
    if held.isEmpty, demand.spend() { return .send(value, thenAsk: demand.isUnlimited ? nil : inner) }
    held.append((slot, value))
    slots[slot].held += 1
    return .held(inner, count: slots[slot].held)
  }

  mutating func ended(_ completion: Completion, from slot: Int) {
    guard case .running = phase else { return }
    slots[slot].inner = nil
    if completion.failure != nil { return stop(with: completion) }
    if slots[slot].held == 0 { freeSlots.append(slot) }
  }

  /// Something outside broke, or (nil) the stream is cancelled.
  mutating func stop(with completion: Completion?) {
    if case .running = phase { phase = .stopping(completion) }
  }

  // MARK: What to do

  mutating func next() -> Action? {
    switch phase {
    case .running: break
    case .over: return nil
    case .stopping(let completion): return nextOfStop(completion)
    }
    if let inner = toAsk.take() { return .ask(inner, .max(1)) }
    if !held.isEmpty, demand.spend(), let (slot, value) = held.popFirst() {
      slots[slot].held -= 1
      if slots[slot].inner == nil {
        if slots[slot].held == 0 { freeSlots.append(slot) }
      } else if !demand.isUnlimited {
        toAsk = slots[slot].inner
      }
      return .send(value)
    }
    while firstLimited < slots.count {
      firstLimited += 1
      if let inner = slots[firstLimited - 1].inner { return .ask(inner, .unlimited) }
    }
    firstLimited = .max
    let taken = slots.count - freeSlots.count
    if !outerIsOpen {
      guard taken == 0 else { return nil }
      phase = .over
      return .end(.finished)
    }
    let free = max - taken - outerOwed
    guard hasStarted, free > 0 else { return nil }
    outerOwed += free
    return .askOuter(free)
  }

  private mutating func nextOfStop(_ completion: Completion?) -> Action? {
    held = Ring()
    toAsk = nil
    if outerIsOpen {
      outerIsOpen = false
      return .cancelOuter
    }
    while toCancel < slots.count {
      toCancel += 1
      if let inner = slots[toCancel - 1].inner { return .cancel(inner) }
    }
    slots = []
    phase = .over
    return completion.map { .end($0) }
  }
}
