/// What `flatMap` in declared order decides: events come in by its methods, and `next()` says what to do, until it says
/// nothing more.
///
/// Inner streams stand in a line in the order of their values, known by their slots; the one at the head emits.
///
/// `Inner` is what stands for an inner stream outside; it is only handed back.
struct OrderedFlatMapStateMachine<Inner>: ~Copyable {
  enum Action {
    case send(Payload)
    case ask(Inner, Int)
    case askOuter(Int)
    case cancel(Inner)
    case cancelOuter
    case end(Completion)
  }

  /// What became of an inner stream's value.
  enum Reception {
    case send(Payload)
    /// It waits for its turn, as one of so many.
    case held(Inner, count: Int)
    case dropped
  }

  private struct Lane: ~Copyable {
    /// Nil once it has ended.
    var inner: Inner?
    var values = Ring<Payload>()
    /// Asked for and not received.
    var owed = 0
    var end: Completion?
  }

  private enum Outer {
    case open
    /// Nothing of it is wanted any more.
    case unwanted
    /// It ended, and this comes when the line is empty.
    case ended(Completion)
    /// It was told to stop.
    case cancelled
  }

  private let max: Int
  private var demand = Demand.none
  private var hasStarted = false
  private var outer = Outer.open
  private var outerOwed = 0
  private var line = SlotLine<Lane>()
  /// Lanes from here on are to be cancelled: an earlier one failed, or all is over.
  private var limit = Int.max
  /// The first of those that was not told yet.
  private var toCancel = Int.max
  /// Inner streams that have not ended.
  private var running = 0
  private var isOver = false

  /// The most values of one inner stream that are held or on their way.
  static var window: Int { 64 }
  /// Inner streams that are through, and wait for an earlier one, before no more are admitted.
  static var backlog: Int { 64 }

  /// - Parameter max: Inner streams that run at once.
  init(max: Int) {
    // Far beyond what can run, and still safe to add to.
    self.max = Swift.min(max, 1 << 40)
  }

  // MARK: Events

  mutating func asked(for demand: Demand) {
    hasStarted = true
    self.demand += demand
  }

  /// The port of the inner stream that is started next.
  var nextPort: Int { line.endSlot & InnerPort.mask }

  /// An outer value came, and this is its inner stream. Says how many of its values to ask for now.
  mutating func started(_ inner: Inner) -> Int {
    outerOwed -= 1
    running += 1
    var lane = Lane(inner: inner)
    // One at a time waits for its consumer; several at once are there to work ahead.
    let count = demand.isNone && max > 1 ? 1 : demand.count(upTo: Self.window)
    lane.owed = count
    line.append(lane)
    return count
  }

  /// An outer value came, and no inner stream could be made of it.
  mutating func failedToStart(_ error: any Error) {
    outerOwed -= 1
    line.append(Lane(inner: nil, end: .failure(error)))
    close(after: line.endSlot - 1)
  }

  mutating func outerEnded(_ completion: Completion) {
    if case .open = outer { outer = .ended(completion) }
  }

  mutating func received(_ value: consuming Payload, from port: Int) -> Reception {
    let slot = InnerPort.number(of: port, notBefore: line.firstSlot)
    guard !isOver, line.contains(slot), slot < limit, let inner = line[slot].inner else { return .dropped }
    line[slot].owed -= 1
    if slot == line.firstSlot, line[slot].values.isEmpty, demand.spend() { return .send(value) }
    line[slot].values.append(value)
    return .held(inner, count: line[slot].values.count)
  }

  mutating func ended(_ completion: Completion, from port: Int) {
    let slot = InnerPort.number(of: port, notBefore: line.firstSlot)
    guard !isOver, line.contains(slot), slot < limit, line[slot].inner != nil else { return }
    line[slot].inner = nil
    line[slot].end = completion
    running -= 1
    if completion.failure != nil { close(after: slot) }
  }

  mutating func cancelled() {
    isOver = true
    limit = line.firstSlot
    toCancel = limit
    if case .open = outer { outer = .unwanted }
  }

  /// Something failed in `slot`: nothing later counts any more.
  private mutating func close(after slot: Int) {
    limit = Swift.min(limit, slot + 1)
    toCancel = limit
    outer = if case .open = outer { .unwanted } else { .cancelled }
  }

  // MARK: What to do

  mutating func next() -> Action? {
    if case .unwanted = outer {
      outer = .cancelled
      return .cancelOuter
    }
    // In declared order, as everything else.
    while toCancel < line.endSlot {
      toCancel += 1
      guard let inner = line[toCancel - 1].inner.take() else { continue }
      running -= 1
      return .cancel(inner)
    }
    while line.endSlot > limit, !line.isEmpty { _ = line.removeLast() }
    toCancel = .max
    if isOver { return nil }
    return nextOfHead() ?? admission()
  }

  private mutating func nextOfHead() -> Action? {
    while !line.isEmpty {
      let head = line.firstSlot
      if !line[head].values.isEmpty {
        guard demand.spend(), let value = line[head].values.popFirst() else { return nil }
        return .send(value)
      }
      if let inner = line[head].inner { return refill(inner, at: head) }
      let lane = line.removeFirst()
      if let end = lane.end, end.failure != nil { return over(end) }
    }
    return if case .ended(let completion) = outer { over(completion) } else { nil }
  }

  /// Asks for what is missing of a window, once it has fallen to half.
  private mutating func refill(_ inner: Inner, at head: Int) -> Action? {
    let (owed, target) = (line[head].owed, demand.count(upTo: Self.window))
    guard owed < target, owed <= Self.window / 2 else { return nil }
    line[head].owed = target
    return .ask(inner, target - owed)
  }

  private mutating func admission() -> Action? {
    guard hasStarted, case .open = outer else { return nil }
    let free = Swift.min(max - running, max + Self.backlog - line.count) - outerOwed
    guard free > 0 else { return nil }
    outerOwed += free
    return .askOuter(free)
  }

  private mutating func over(_ completion: Completion) -> Action {
    isOver = true
    return .end(completion)
  }
}
