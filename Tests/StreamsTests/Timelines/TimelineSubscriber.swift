import Streams

/// Takes credit when a script says so, and writes down what comes and when.
final class TimelineSubscriber: Subscriber, Sendable {
  private struct State {
    var lines: [String] = []
    var timers: [Cancellable] = []
    var isOver = false
  }
  private let grants: [(demand: Demand, time: Int)]
  private let cancelTime: Int?
  private let queue: SerialQueue
  private let state = Guarded(State())

  init(queue: SerialQueue, grants: [(demand: Demand, time: Int)], cancelTime: Int? = nil) {
    self.queue = queue
    self.grants = grants
    self.cancelTime = cancelTime
  }

  var transcript: String { state.withLock { $0.lines.joined(separator: " ") } }

  func receive(subscription: any Subscription) {
    let box = OnQueue(subscription)
    var timers: [Cancellable] = []
    for grant in grants {
      if grant.time == 0 {
        subscription.request(grant.demand)
      } else {
        timers.append(queue.asyncAfter(.milliseconds(grant.time)) { box.value.request(grant.demand) })
      }
    }
    if let cancelTime { timers.append(queue.asyncAfter(.milliseconds(cancelTime)) { box.value.cancel() }) }
    state.withLock { $0.timers = timers }
  }

  func receive(_ value: String) { note(value) }

  func receive(completion: Completion) {
    state.withLock { $0.timers = [] }
    switch completion {
    case .finished: note("|")
    case .failure(let error as Named): note("#\(error.name)")
    case .failure(is TimeoutError): note("#timeout")
    case .failure(let error): note("#\(error)")
    }
  }

  private func note(_ what: String) {
    let time = queue.scheduler.now.ms
    state.withLock { $0.lines.append("\(what)@\(time)") }
  }
}

/// Carries a subscription to closures that run on the queue it belongs to.
struct OnQueue<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
