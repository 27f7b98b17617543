import Streams

/// What one run builds its streams with: queues, the length of a tick, a count of all that is made, and a journal.
final class Workshop: Sendable {
  let scheduler: any Scheduler
  let queues: [SerialQueue]
  let count = Tracked.Count()
  private let tick: Duration
  private let keepsJournal: Bool
  private let lines = Guarded<[String]>([])

  init(scheduler: any Scheduler, queues: Int, tick: Duration, keepsJournal: Bool) {
    self.scheduler = scheduler
    self.queues = (0..<queues).map { scheduler.makeQueue(label: "q\($0)") }
    self.tick = tick
    self.keepsJournal = keepsJournal
  }

  func queue(_ index: Int) -> SerialQueue { queues[index % queues.count] }

  func duration(_ ticks: Int) -> Duration { tick * ticks }

  /// Half a tick more, at which no source has anything to say.
  func offBeat(_ ticks: Int) -> Duration { tick * ticks + tick / 2 }

  func grain(_ value: Value) -> Grain { Grain(value, count) }

  /// Something that a closure of a stream keeps, so that a closure that is not freed is noticed.
  func life() -> Tracked { Tracked(count) }

  /// What happened, each with its time.
  var journal: [String] { lines.withLock { $0 } }

  func note(_ text: @autoclosure () -> String) {
    if !keepsJournal { return }
    let line = "\(scheduler.now / tick) \(text())"
    lines.withLock { $0.append(line) }
  }
}

extension Tracked {
  /// Has a closure keep this.
  func touch() {}
}

/// What a failure is called in an outcome.
func name(of error: any Error) -> String {
  switch error {
  case let error as Named: error.name
  case NotOneValue.none: "none"
  case NotOneValue.several: "several"
  case is TimeoutError: "timeout"
  case let error as MissingDependency: "missing\(error.index)"
  default: "\(error)"
  }
}

extension End {
  init(_ completion: Completion) {
    self = completion.failure.map { .failed(name(of: $0)) } ?? .finished
  }
}
