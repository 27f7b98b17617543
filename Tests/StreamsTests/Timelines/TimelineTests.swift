import Streams
import Testing

@Suite struct TimelineTests {
  @Test(arguments: Timeline.all(in: timelines))
  func behavesAsDrawn(_ timeline: Timeline) {
    let run = TimelineRun(timeline)
    #expect(run.run() == timeline.expected)
    #expect(run.recorder.cancels.sorted() == timeline.expectedCancels)
    for (name, count) in timeline.expectedSubscriptions { #expect(run.recorder.subscriptions(of: name) == count) }
    run.scheduler.run()
    run.scheduler.run()
    #expect(run.scheduler.ledger.isQuiescent)
  }

  @Test func theBlockHoldsEveryCase() {
    #expect(Timeline.all(in: timelines).count == 59)
  }
}

final class Attempts: Sendable {
  private let count = Guarded(0)
  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
