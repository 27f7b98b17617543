import Foundation
import Streams

/// One consumer of a random graph: grants credit as its plan says, and writes down what it hears.
final class OutputProbe: Subscriber, Sendable {
  private struct State {
    var subscription: OnQueue<any Subscription>?
    var token: Cancellable?
    var timers: [Cancellable] = []
    var values: [Value] = []
    var end: End?
    var credit = Demand.none
    var grants = 0
    var problems: [String] = []
    var isCancelled = false
    /// What `waitUntilSettled` waits for.
    var isSettled: (@Sendable ([Value], End?) -> Bool)?
  }
  private let shop: Workshop
  private let name: String
  private let credit: Credit
  /// Where it lives.
  private let home: SerialQueue
  private let state = Guarded(State())
  private let settled = DispatchSemaphore(value: 0)
  private let cancelled = DispatchSemaphore(value: 0)

  init(_ name: String, credit: Credit, home: SerialQueue, shop: Workshop) {
    self.shop = shop
    self.name = name
    self.credit = credit
    self.home = home
  }

  var outcome: Outcome { state.withLock { Outcome($0.values, $0.end ?? .never) } }

  /// What may not happen, and did.
  var problems: [String] { state.withLock { $0.problems } }

  func consume(_ stream: PlanBuilder.Stream, on queue: SerialQueue) {
    guard credit.isUnlimited else { return stream.subscribe(self, on: queue) }
    state.withLock { $0.credit = .unlimited }
    let token = stream.sink(
      on: queue, receiveCompletion: { self.receive(completion: $0) }, receiveValue: { self.receive($0) })
    state.withLock { $0.token = token }
  }

  /// From any thread. Nothing may follow once the home queue has run what was there before.
  func cancel() {
    if let token = state.withLock({ $0.token }) { token.cancel() }
    home.async { [self] in
      let subscription = state.withLock { $0.subscription }
      subscription?.value.cancel()
      shop.note("\(name) cancelled")
      state.withLock { $0.isCancelled = true }
      letGo()
      cancelled.signal()
    }
  }

  /// Lets go of what the use was.
  func letGo() {
    let old = state.withLock { state in
      let old = (state.subscription, state.token, state.timers)
      (state.subscription, state.token, state.timers) = (nil, nil, [])
      return old
    }
    withExtendedLifetime(old) {}
  }

  // MARK: What comes

  func receive(subscription: any Subscription) {
    let box = OnQueue(subscription)
    state.withLock { $0.subscription = box }
    guard case .timed(let grants) = credit else { return grantNext() }
    let timers = grants.enumerated().map { index, grant in
      home.asyncAfter(shop.duration(grant.time)) { [weak self] in
        self?.grant(.max(grant.count))
        if index == grants.count - 1 { self?.grant(.unlimited) }
      }
    }
    state.withLock { $0.timers = timers }
  }

  func receive(_ grain: Grain) {
    let value = grain.value
    shop.note("\(name) hears \(value)")
    let (isSpent, isSettled) = state.withLock { state in
      if state.credit.isNone { state.problems.append("\(name) got \(value) without credit") }
      if state.isCancelled { state.problems.append("\(name) got \(value) after its cancel") }
      if state.end != nil { state.problems.append("\(name) got \(value) after the end") }
      state.credit -= .max(1)
      state.values.append(value)
      return (state.credit.isNone, state.isSettled?(state.values, state.end) ?? false)
    }
    if isSettled { settled.signal() }
    if isSpent, case .whenSpent = credit { grantNext() }
  }

  func receive(completion: Completion) {
    let end = End(completion)
    shop.note("\(name) hears \(end)")
    let isSettled = state.withLock { state in
      if let old = state.end { state.problems.append("\(name) got \(end) after \(old)") }
      if state.isCancelled { state.problems.append("\(name) got \(end) after its cancel") }
      state.end = end
      return state.isSettled?(state.values, state.end) ?? false
    }
    if isSettled { settled.signal() }
  }

  private func grantNext() {
    guard case .whenSpent(let counts) = credit else { return }
    let index = state.withLock { state in
      defer { state.grants += 1 }
      return state.grants
    }
    grant(.max(counts[index % counts.count]))
  }

  private func grant(_ demand: Demand) {
    let subscription = state.withLock { state in
      state.credit += demand
      return state.subscription
    }
    subscription?.value.request(demand)
  }

  // MARK: Waiting, in real time

  /// Has `waitUntilSettled` return when `condition` holds of what was heard. Set before anything comes.
  func expect(_ condition: @escaping @Sendable ([Value], End?) -> Bool) {
    state.withLock { $0.isSettled = condition }
    if condition([], nil) { settled.signal() }
  }

  /// False where that takes longer than anything should.
  func waitUntilSettled() -> Bool { settled.wait(timeout: .now() + 60) == .success }

  /// Returns when `cancel` has taken effect.
  func waitUntilCancelled() -> Bool { cancelled.wait(timeout: .now() + 60) == .success }
}
