import Streams

/// A source that says what a script says, when it says it, counted from its subscription. What comes without credit
/// waits for it. All its timers are armed at once, so that ties go by the order of subscription.
struct ScriptSource: Publisher {
  let name: String
  let events: [ScriptEvent]
  let recorder: Recorder

  func attach(_ edge: Edge<String>, in context: SerialQueue) {
    recorder.subscribed(name)
    edge.bind(Use(name: name, events: events, recorder: recorder, edge: edge, queue: context), on: context)
  }

  /// Confined to its queue, on which its timers fire as well.
  private final class Use: Subscription, @unchecked Sendable {
    let name: String
    let recorder: Recorder
    let edge: Edge<String>
    let queue: SerialQueue
    var demand = Demand.none
    var waiting: [ScriptEvent] = []
    var timers: [Cancellable] = []
    var isOver = false

    init(name: String, events: [ScriptEvent], recorder: Recorder, edge: Edge<String>, queue: SerialQueue) {
      self.name = name
      self.recorder = recorder
      self.edge = edge
      self.queue = queue
      timers = events.map { event in
        queue.asyncAfter(.milliseconds(event.time), kind: .source) {
          self.waiting.append(event)
          self.emit()
        }
      }
    }

    func request(_ demand: Demand) {
      self.demand += demand
      emit()
    }

    func cancel() {
      if isOver { return }
      isOver = true
      timers = []
      recorder.cancelled(name, at: queue.scheduler.now)
    }

    func emit() {
      while !isOver, let event = waiting.first {
        switch event.signal {
        case .value(let value):
          guard !demand.isNone else { return }
          demand -= .max(1)
          edge.send(value)
        case .end(let completion):
          isOver = true
          timers = []
          edge.send(completion: completion)
        }
        waiting.removeFirst()
      }
    }
  }
}

struct ScriptEvent: Sendable {
  enum Signal: Sendable {
    case value(String)
    case end(Completion)
  }
  let signal: Signal
  let time: Int
}

/// A failure with a name, written `#name`.
struct Named: Error, Equatable {
  let name: String
}

/// What happened upstream.
final class Recorder: Sendable {
  private let state = Guarded<(cancels: [String], subscriptions: [String: Int])>(([], [:]))

  func subscribed(_ name: String) { state.withLock { $0.subscriptions[name, default: 0] += 1 } }

  func cancelled(_ name: String, at time: Duration) { state.withLock { $0.cancels.append("\(name)!\(time.ms)") } }

  var cancels: [String] { state.withLock { $0.cancels } }

  func subscriptions(of name: String) -> Int { state.withLock { $0.subscriptions[name] ?? 0 } }
}

extension Duration {
  var ms: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}
