/// What a `Multicast` decides: who gets a value at once and who later, what the stream is asked for, and when it is stuck.
///
/// Values that some consumer has not had are in one log, in which each consumer has a position: what is behind it is the
/// consumer's line. With `isReplaying` the log keeps all.
///
/// Consumers are told apart by their places, which count up in the order in which they are served.
struct MulticastStateMachine: ~Copyable {
  struct Limits {
    /// Values that may wait for one consumer, at first.
    let capacity: Int
    /// How far a line may grow.
    let maximum: Int
  }

  /// What one consumer wants, and has not had.
  struct Line {
    let rank: Int
    /// How many of the stream's values it has had, those included that came before it.
    fileprivate(set) var position: Int
    fileprivate(set) var capacity: Int
    fileprivate(set) var highWaterMark = 0
    fileprivate var demand = Demand.none
    fileprivate(set) var isOver = false
  }

  /// What `settle` found.
  enum Finding {
    /// The stream may bring so many more values.
    case ask(Demand)
    /// Someone waits for a value and cannot have it, since the lines of others are full (`isFull`).
    case stuck
    /// Values are on their way, or nobody wants any.
    case nothing
  }

  let limits: Limits
  let isReplaying: Bool
  private(set) var lines: [Line] = []
  /// The last values that somebody had not had when they came. Those that all have had by now go when lines are next looked at.
  private var log = Ring<Payload>()
  /// The stream's values so far.
  private var received = 0
  /// Asked for and not received.
  private var owed = 0
  /// The value that arrives is not taken by all.
  private var isLate = false

  init(limits: Limits, isReplaying: Bool) {
    self.limits = limits
    self.isReplaying = isReplaying
  }

  // MARK: Consumers

  /// A new consumer: with replay it gets what came before it.
  ///
  /// - Returns: Its place, before those of greater rank.
  mutating func admit(rank: Int) -> Int {
    var place = lines.count
    while place > 0, lines[place - 1].rank > rank { place -= 1 }
    lines.insert(
      Line(rank: rank, position: isReplaying ? 0 : received, capacity: limits.capacity), at: place)
    return place
  }

  mutating func request(_ demand: Demand, at place: Int) { lines[place].demand += demand }

  /// The consumer has left, or has had the end: it paces no more.
  mutating func leave(_ place: Int) { lines[place].isOver = true }

  /// Forgets the consumers that left; the others move up.
  mutating func removeThoseThatLeft() { lines.removeAll(where: \.isOver) }

  /// How many values wait for that consumer.
  func waiting(at place: Int) -> Int { received - lines[place].position }

  func isFull(_ place: Int) -> Bool { !isReplaying && !lines[place].isOver && room(lines[place]) == 0 }

  // MARK: Values

  /// The next value that waits for that consumer, if it has asked for one.
  mutating func take(at place: Int) -> Payload? {
    let waiting = waiting(at: place)
    guard waiting > 0, lines[place].demand.spend() else { return nil }
    lines[place].position += 1
    return log.element(at: log.count - waiting)
  }

  /// Whether the value that arrives now goes straight to that consumer. To be asked for each before `keep`.
  mutating func passes(at place: Int) -> Bool {
    if lines[place].isOver { return false }
    if lines[place].position == received, lines[place].demand.spend() {
      lines[place].position += 1
      return true
    }
    lines[place].highWaterMark = max(lines[place].highWaterMark, waiting(at: place) + 1)
    isLate = true
    return false
  }

  /// Keeps the value that arrives for those who did not take it.
  ///
  /// - Returns: Whether it may be time to `settle`.
  mutating func keep(_ value: consuming Payload) -> Bool {
    received += 1
    owed -= 1
    if isLate || isReplaying {
      isLate = false
      log.append(value)
    }
    return owed <= limits.capacity / 2
  }

  // MARK: Pace

  /// Looks at all lines. The slowest consumer paces: the stream is asked for no more than every line has room for. Nor is it
  /// for more than some consumer wants; the hungriest counts.
  mutating func settle() -> Finding {
    var wish = 0
    var room = limits.capacity
    var starves = false
    for line in lines where !line.isOver {
      wish = max(wish, wanted(by: line))
      if !isReplaying { room = min(room, self.room(line)) }
      if line.position == received, !line.demand.isNone { starves = true }
    }
    letGo()
    let target = min(room, wish)
    // In halves, so that each request is worth its way.
    if owed < target, owed <= target / 2 {
      defer { owed = target }
      return .ask(.max(target - owed))
    }
    return owed == 0 && room == 0 && starves ? .stuck : .nothing
  }

  /// Drops the values that all have had.
  mutating func letGo() {
    if isReplaying { return }
    var behind = received
    for line in lines where !line.isOver { behind = min(behind, line.position) }
    while log.count > received - behind { _ = log.popFirst() }
  }

  /// The consumer's line is full, and nothing else can move: it grows to the double.
  ///
  /// - Returns: Whether it could.
  mutating func grow(_ place: Int) -> Bool {
    if lines[place].capacity >= limits.maximum { return false }
    lines[place].capacity = min(lines[place].capacity * 2, limits.maximum)
    return true
  }

  private func room(_ line: Line) -> Int { max(0, line.capacity - (received - line.position)) }

  /// How many values more than wait for it the consumer would take, within reason.
  private func wanted(by line: Line) -> Int {
    let waiting = received - line.position
    return max(0, line.demand.count(upTo: line.capacity + waiting) - waiting)
  }
}
