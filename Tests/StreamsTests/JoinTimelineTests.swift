import Streams
import Testing

/// Operators with several inputs and shared streams, drawn.
@Suite struct JoinTimelineTests {
  @Test(arguments: Timeline.all(in: joinTimelines))
  func behavesAsDrawn(_ timeline: Timeline) {
    let run = JoinRun(timeline)
    #expect(run.run() == timeline.expected[0])
    #expect(run.recorder.cancels.sorted() == timeline.expectedCancels)
    for (name, count) in timeline.expectedSubscriptions { #expect(run.recorder.subscriptions(of: name) == count) }
    run.scheduler.run()
    run.scheduler.run()
    #expect(run.scheduler.ledger.isQuiescent)
  }

  /// The same where the operator lives on another queue than its consumer: credit, values and cancel then cross.
  @Test(arguments: Timeline.all(in: joinTimelines))
  func behavesAsDrawnOnAnotherQueue(_ timeline: Timeline) {
    let run = JoinRun(timeline)
    #expect(run.run(on: run.scheduler.makeQueue(label: "other")) == timeline.expected[0])
    #expect(run.recorder.cancels.sorted() == timeline.expectedCancels)
    // Takes what letting go of the subscriber posted.
    run.scheduler.run()
    #expect(run.scheduler.ledger.isQuiescent)
  }

  @Test func theBlockHoldsEveryRow() {
    #expect(Timeline.all(in: joinTimelines).count == 136)
  }
}
