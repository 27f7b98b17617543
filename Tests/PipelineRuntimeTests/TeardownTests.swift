import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("Teardown")
struct TeardownTests {
  @Test func runsLastInReverseOrderOneAfterTheOther() throws {
    let trial = try Trial.run(
      """
      nodes:
        slow: [ just: 1, delay: 5s, fetch: http://a.test/slow ]
      teardown:
        third: [ just: 1, fetch: http://a.test/third ]
        second: [ just: 1, delay: 1s, fetch: http://a.test/second ]
        first: [ just: 1, delay: 2s, fetch: http://a.test/first ]
      """)
    #expect(trial.transport.started.map { String($0.dropFirst(18)) } == ["slow", "first", "second", "third"])
    #expect(trial.ends == ["slow", "third", "second", "first"].map { "\($0): succeeded 1" })
    #expect(trial.output == [#""http://a.test/slow""#])
    #expect(trial.outcome == "succeeded")
  }

  @Test func runsAfterAFailureAndSkipsWhatLacksItsValue() throws {
    let trial = try Trial.run(
      """
      nodes:
        item: { just: { id: 7 } }
        lost: { fail: no }
        none: empty
        several: { sequence: [1, 2] }
        off: { when: false, steps: { just: 1 } }
      teardown:
        a: { just: '${ $nodes.item.id }' }
        b: { just: '${ $nodes.lost }' }
        c: [ just: 1, flatMap: [ map: $nodes.none ] ]
        d: { just: '${ $nodes.several }' }
        e: { just: '${ $nodes.off }' }
        f: { when: $nodes.item.id == 8, steps: { just: 1 } }
      """)
    #expect(
      Array(trial.ends.dropFirst(5)) == [
        "a: succeeded 1", "b: skipped, needs lost", "c: skipped, needs none", "d: skipped, needs several",
        "e: skipped, needs off", "f: skipped",
      ])
    #expect(Array(trial.ends.prefix(5)).suffix(2) == ["several: succeeded 2", "off: skipped"])
    #expect(trial.outcome == "failed")
  }

  @Test(arguments: [
    ("{ just: 1 }", "{ fail: no }", 4), ("{ just: 1 }", "{ fetch: http://a.test/down }", 3),
    ("{ fail: no }", "{ fetch: http://a.test/down }", 4), ("{ fetch: http://a.test/down }", "{ fail: no }", 3),
    ("{ fail: no }", "{ just: 1 }", 4), ("{ just: 1 }", "{ just: 1 }", 0),
  ])
  func firstCauseDecidesTheStatus(main: String, teardown: String, status: Int32) throws {
    let trial = try Trial.run("nodes: { a: \(main) }\nteardown: { b: \(teardown), c: { just: 1 } }\n") { _, _ in
      .failure(TransportError(.connect, "down"))
    }
    let summary = RunSummary(trial.events)
    #expect(summary.exitStatus == status)
    #expect(summary.teardownCounts.passed >= 1)
  }

  @Test func whatItNeedsIsNotCancelledWithTheRest() throws {
    let trial = try Trial.run(
      """
      nodes:
        made: [ just: 1, delay: 1s, fetch: http://a.test/made ]
        uses: [ zipMany: [ made, bad ] ]
        bad: { fail: no }
      teardown:
        remove: { fetch: '${ $nodes.made }/remove' }
      """)
    #expect(trial.transport.started == ["GET http://a.test/made", "GET http://a.test/made/remove"])
    #expect(trial.ends.last == "remove: succeeded 1")
  }

  @Test(arguments: [CancellationReason.deadline, .signal(2), .failFast])
  func runsWhenTheRunIsCancelled(reason: CancellationReason) throws {
    let trial = try Trial(
      """
      nodes: { a: [ just: 1, delay: 1h ] }
      teardown: { b: [ just: 1, delay: 1s, log: gone ] }
      """)
    trial.start()
    trial.settle()
    trial.run.cancel(reason)
    trial.finish()
    #expect(trial.messages == ["gone"])
    #expect(trial.ends == ["a: cancelled", "b: succeeded 1"])
    #expect(trial.outcome.hasPrefix("cancelled"))
  }

  @Test func canBeSkipped() throws {
    let trial = try Trial(
      """
      nodes: { a: { just: 1 } }
      teardown: { b: [ just: 1, log: never ], c: [ just: 1, delay: 1h ] }
      """)
    trial.start()
    trial.settle()
    #expect(!trial.isOver)
    #expect(trial.run.skipTeardown())
    trial.finish()
    #expect(trial.ends == ["a: succeeded 1", "b: cancelled", "c: cancelled"])
    #expect(trial.messages == [])
    #expect(!trial.run.skipTeardown())
  }

  @Test func deadlineEndsItTooAndASignalOnlyNamesTheEnd() throws {
    for (reason, ends) in [(CancellationReason.deadline, "cancelled"), (.signal(15), "succeeded 1")] {
      let trial = try Trial("nodes: { a: { just: 1 } }\nteardown: { b: [ just: 1, delay: 1h ] }\n")
      trial.start()
      trial.settle()
      trial.run.cancel(reason)
      trial.finish()
      #expect(trial.ends == ["a: succeeded 1", "b: \(ends)"])
      #expect(trial.outcome.hasPrefix("cancelled"))
    }
  }
}
