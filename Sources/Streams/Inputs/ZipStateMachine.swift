/// What `zipMany` decides: when a row is complete, what its inputs are asked for, and how it ends.
///
/// A method takes one event; then `next()` says what is to be done, until it says nothing.
///
/// Every row takes one value of every input, so all that have not ended were asked for as many values as any other whose
/// rows are not out: one count serves all lanes, and asking costs nothing for each value.
struct ZipStateMachine: ~Copyable {
  enum Action {
    /// Send what `takeRow` makes.
    case sendRow
    /// Ask every input that has not ended.
    case ask(Demand)
    /// Cancel the inputs that are left and send the terminal.
    case end(Completion)
  }

  private enum Phase {
    /// Rows are made as values come.
    case joining
    /// An input failed; the others are let run to their ends. They have been told so, or not yet.
    case waitingForEnds(isTold: Bool)
    /// It only remains to be said.
    case ending(Completion)
    /// Ended, or cancelled.
    case over
  }

  /// The most values one input may be ahead of its rows.
  static let window = 64

  private var phase = Phase.joining
  private let delayErrors: Bool
  private var demand = Demand.none
  /// The next row.
  private var row: Row
  /// Of each input, the values of rows after the next one. Made when the first such value comes: a hundred thousand inputs of
  /// one value each need none of it.
  private var ahead = FixedArray<Ring<Payload>>(count: 0) { Ring() }
  private var hasEnded: FixedArray<Bool>
  private var endedLanes = 0
  /// Values that each input was asked for and whose rows are not out.
  private var asked = 0
  private var failures: [(input: Int, error: any Error)] = []

  init(count: Int, delayErrors: Bool) {
    row = Row(count: count)
    hasEnded = FixedArray(count: count) { false }
    self.delayErrors = delayErrors
  }

  // MARK: Events

  mutating func request(_ demand: Demand) { self.demand += demand }

  /// - Returns: Whether `next()` has something to say.
  mutating func receive(_ value: consuming Payload, at port: Int) -> Bool {
    guard case .joining = phase else { return false }
    if row.has(port) {
      if ahead.count == 0 { ahead = FixedArray(count: row.count) { Ring() } }
      ahead[port].append(value)
      return false
    }
    row.fill(port, with: value)
    return row.missing == 0
  }

  mutating func receive(completion: Completion, at port: Int) {
    hasEnded[port] = true
    endedLanes += 1
    if let error = completion.failure { failures.append((port, error)) }
    switch phase {
    case .joining:
      if completion.failure != nil {
        if delayErrors { waitForEnds() } else { close(with: completion) }
      } else if !row.has(port) {
        close(with: .finished)
      }
    case .waitingForEnds: if endedLanes == row.count { closeWithFailures() }
    case .ending, .over: break
    }
  }

  mutating func cancel() {
    phase = .over
    dropValues()
  }

  // MARK: What to do

  mutating func next() -> Action? {
    switch phase {
    case .joining:
      if row.missing == 0, demand.spend() { return .sendRow }
      // In halves, so that each request is worth its way.
      let target = demand.count(upTo: Self.window)
      guard asked < target, asked <= Self.window / 2 else { return nil }
      defer { asked = target }
      return .ask(.max(target - asked))
    case .waitingForEnds(let isTold):
      if isTold { return nil }
      phase = .waitingForEnds(isTold: true)
      return .ask(.unlimited)
    case .ending(let completion):
      phase = .over
      return .end(completion)
    case .over:
      return nil
    }
  }

  /// The row that `sendRow` spoke of; the values behind it move up.
  mutating func takeRow(_ make: RowMaker) -> Payload {
    let made = row.made(by: make)
    asked = max(0, asked - 1)
    var hasRunDry = false
    let hasAhead = ahead.count > 0
    for port in 0..<row.count {
      if hasAhead, let value = ahead[port].popFirst() {
        row.replace(port, with: value)
      } else {
        row.drop(port)
        if hasEnded[port] { hasRunDry = true }
      }
    }
    if hasRunDry { close(with: .finished) }
    return made
  }

  /// How many values of that input wait.
  func held(at port: Int) -> Int {
    (ahead.count > 0 ? ahead[port].count : 0) + (row.has(port) ? 1 : 0)
  }

  // MARK: Ends

  private mutating func waitForEnds() {
    if endedLanes == row.count { return closeWithFailures() }
    phase = .waitingForEnds(isTold: false)
    dropValues()
  }

  private mutating func closeWithFailures() {
    close(with: .failure(CombinedFailure(failures: failures.sorted { $0.input < $1.input })))
  }

  private mutating func close(with completion: Completion) {
    phase = .ending(completion)
    dropValues()
  }

  private mutating func dropValues() {
    row.removeAll()
    ahead = FixedArray(count: 0) { Ring() }
  }
}
