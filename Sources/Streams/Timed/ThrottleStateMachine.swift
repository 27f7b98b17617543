/// What `throttle` decides: each method takes one event and says what to do.
struct ThrottleStateMachine {
  struct Action {
    var value: Payload?
    /// An interval begins: have `intervalPassed()` called at its end.
    var startsInterval = false
    var end: Completion?
  }

  private let latest: Bool
  private var demand = Demand.none
  private var held: Payload?
  /// The interval after a value lasts.
  private var isPausing = false
  private var end: Completion?
  private(set) var isUnasked = true

  /// - Parameter latest: Of the values of one interval keep the newest, and otherwise the oldest.
  init(latest: Bool) { self.latest = latest }

  mutating func asked(for demand: Demand) -> Action {
    isUnasked = false
    self.demand += demand
    return emit()
  }

  mutating func received(_ value: Payload) -> Action {
    if held == nil || latest { held = value }
    return emit()
  }

  mutating func intervalPassed() -> Action {
    isPausing = false
    return emit()
  }

  mutating func ended(_ completion: Completion) -> Action {
    isPausing = false
    if completion.failure != nil { held = nil }
    end = completion
    return emit()
  }

  mutating func cancelled() { held = nil }

  private mutating func emit() -> Action {
    var action = Action()
    if !isPausing, held != nil, demand.spend() {
      action.value = held.take()
      isPausing = end == nil
      action.startsInterval = isPausing
    }
    if held == nil { action.end = end.take() }
    return action
  }
}
