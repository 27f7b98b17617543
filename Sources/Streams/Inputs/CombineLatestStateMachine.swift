/// What `combineLatest` decides: what gives a row, when the next value is asked for, and how it ends.
///
/// A method takes one event; then `next()` says what is to be done, until it says nothing.
struct CombineLatestStateMachine: ~Copyable {
  enum Action {
    /// Send what `makeRow` makes, and then ask that input for its next value.
    case sendRow(port: Int)
    /// Ask that input for its next value.
    case askNext(port: Int)
    /// Ask every input that has not ended.
    case askAll(Demand)
    /// No input is needed any more, though rows may be left.
    case cancelInputs
    case end(Completion)
  }

  private enum Phase {
    /// Nobody has asked for anything yet.
    case idle
    /// Inputs are without a value.
    case gathering
    /// Every value gives a row.
    case live
    /// An input failed; the others are let run to their ends.
    case waitingForEnds
    /// This comes once the rows of `updates` are out.
    case ending(Completion)
    /// Ended, or cancelled.
    case over
  }

  private var phase = Phase.idle
  private let delayErrors: Bool
  private var demand = Demand.none
  /// The latest values that went out, or while gathering those that came.
  private var row: Row
  /// Values whose rows are not out yet; at most one of each input.
  private var updates = Ring<(port: Int, value: Payload)>()
  /// What comes before anything that follows from the phase.
  private var first: Action?
  private var hasEnded: FixedArray<Bool>
  private var ended = 0
  private var failures: [(input: Int, error: any Error)] = []

  init(count: Int, delayErrors: Bool) {
    row = Row(count: count)
    hasEnded = FixedArray(count: count) { false }
    self.delayErrors = delayErrors
  }

  // MARK: Events

  mutating func request(_ demand: Demand) {
    self.demand += demand
    if case .idle = phase {
      phase = .gathering
      first = .askAll(.max(1))
    }
  }

  mutating func receive(_ value: consuming Payload, at port: Int) {
    switch phase {
    case .live: updates.append((port, value))
    case .idle, .gathering: gather(value, at: port)
    case .waitingForEnds, .ending, .over: break
    }
  }

  private mutating func gather(_ value: consuming Payload, at port: Int) {
    if row.has(port) {
      row.replace(port, with: value)
    } else {
      row.fill(port, with: copy value)
      if row.missing == 0 {
        phase = .live
        return updates.append((port, value))
      }
    }
    first = .askNext(port: port)
  }

  mutating func receive(completion: Completion, at port: Int) {
    hasEnded[port] = true
    ended += 1
    if let error = completion.failure { failures.append((port, error)) }
    switch phase {
    case .idle, .gathering, .live:
      if completion.failure != nil {
        if delayErrors { waitForEnds() } else { close(with: completion) }
      } else if !row.has(port) || ended == row.count {
        close(with: .finished)
      }
    case .waitingForEnds: if ended == row.count { closeWithFailures() }
    case .ending, .over: break
    }
  }

  mutating func cancel() {
    phase = .over
    dropValues()
  }

  // MARK: What to do

  mutating func next() -> Action? {
    if let action = first.take() { return action }
    if !updates.isEmpty, demand.spend(), let (port, value) = updates.popFirst() {
      row.replace(port, with: value)
      return .sendRow(port: port)
    }
    if updates.isEmpty, case .ending(let completion) = phase {
      phase = .over
      dropValues()
      return .end(completion)
    }
    return nil
  }

  /// The row that `sendRow` spoke of.
  func makeRow(_ make: RowMaker) -> Payload { row.made(by: make) }

  // MARK: Ends

  private mutating func waitForEnds() {
    if ended == row.count { return closeWithFailures() }
    phase = .waitingForEnds
    first = .askAll(.unlimited)
  }

  private mutating func closeWithFailures() {
    close(with: .failure(CombinedFailure(failures: failures.sorted { $0.input < $1.input })))
  }

  private mutating func close(with completion: Completion) {
    phase = .ending(completion)
    first = .cancelInputs
  }

  private mutating func dropValues() {
    row.removeAll()
    updates = Ring()
  }
}
