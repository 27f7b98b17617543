import RunEvents

/// The runs in a file of events, one after another; of one that was tried again all tries together. Used on one thread.
final class RecordedRuns {
  let path: String
  private let events: RecordedEvents
  private var next: RunEvent?

  init(_ path: String) throws {
    self.path = path
    events = try RecordedEvents(path)
    // What has lost its beginning belongs to no run.
    repeat { next = try events.next() } while next != nil && next?.suite == nil
  }

  /// The place of the next run; `nil` at the end.
  var place: SuitePlace? { next?.suite }

  /// Tells all events of the next run and moves on behind it.
  func tellNext(_ tell: (RunEvent) -> Void) throws {
    guard let begun = next, var suite = begun.suite else { return }
    tell(begun)
    next = nil
    while let event = try events.next() {
      if let place = event.suite {
        guard place.isNextAttempt(after: suite) else {
          next = event
          return
        }
        suite = place
      }
      tell(event)
    }
  }
}

extension RunEvent {
  /// Where the run stands that this begins.
  fileprivate var suite: SuitePlace? {
    switch kind {
    case .runStarted(let run): run.suite
    case .runRefused(let refusal): refusal.suite
    default: nil
    }
  }
}
