/// What `debounce` decides: each method takes one event and says what to do.
struct DebounceStateMachine {
  struct Action {
    /// Have `struck(at:)` called then.
    var armFor: Duration?
    var value: Payload?
    var end: Completion?
  }

  private var demand = Demand.none
  private var held: (value: Payload, due: Duration)?
  /// Quiet has lasted long enough; only credit is missing.
  private var isDue = false
  private var end: Completion?
  private(set) var isUnasked = true

  mutating func asked(for demand: Demand) -> Action {
    isUnasked = false
    self.demand += demand
    return isDue ? emit() : Action()
  }

  mutating func received(_ value: Payload, due: Duration) -> Action {
    held = (value, due)
    isDue = false
    return Action(armFor: due)
  }

  mutating func struck(at now: Duration) -> Action {
    guard let held, !isDue else { return Action() }
    if held.due > now { return Action(armFor: held.due) }
    isDue = true
    return emit()
  }

  mutating func ended(_ completion: Completion) -> Action {
    if completion.failure != nil || held == nil {
      held = nil
      return Action(end: completion)
    }
    end = completion
    isDue = true
    return emit()
  }

  private mutating func emit() -> Action {
    guard let (value, _) = held, demand.spend() else { return Action() }
    held = nil
    isDue = false
    return Action(value: value, end: end.take())
  }
}
