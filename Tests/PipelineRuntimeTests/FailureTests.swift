import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("Failures, and what goes on beside them")
struct FailureTests {
  @Test func failureBlocksItsConsumersAndNamesItsNode() throws {
    let trial = try Trial.run(
      """
      nodes:
        a: { fetch: http://a.test/a }
        b: { from: a }
        c: { combineLatest: { b: b, d: d } }
        d: { just: 1 }
        e: { fetch: http://a.test/e }
      output: e
      """
    ) { request, _ in request.url.hasSuffix("a.test/a") ? .status(503) : .json("1") }
    #expect(
      trial.ends == ["a: failed status", "b: blocked by a", "c: blocked by a", "d: succeeded 1", "e: succeeded 1"])
    #expect(trial.outcome == "failed")
    #expect(trial.failure(of: "a")?.message == "GET http://a.test/a answered 503 Service Unavailable")
    // Independent nodes go on, and what they give is given out.
    #expect(trial.output == ["1"])
  }

  @Test func failureOfAnInlineChainIsThatOfItsNode() throws {
    let trial = try Trial.run(
      """
      nodes:
        joined: { zipMany: { a: [ just: 1 ], b: [ just: 2, { expect: . == 3, name: the check } ] } }
      """)
    #expect(trial.ends == ["joined: failed expect"])
    #expect(trial.failure(of: "joined")?.step?.label == "the check")
  }

  @Test func failFastEndsTheRunAtTheFirstFailure() throws {
    var options = RunOptions()
    options.failsFast = true
    let trial = try Trial(
      """
      nodes:
        slow: { fetch: http://a.test/slow }
        bad: [ just: 1, expect: . == 2 ]
        next: { from: slow }
      """, options: options
    ) { _, _ in .held }
    trial.start()
    trial.finish()
    #expect(trial.outcome == "cancelled(reason: RunEvents.CancellationReason.failFast)")
    #expect(trial.ends == ["slow: cancelled", "bad: failed expect", "next: cancelled"])
  }

  @Test func expectShowsBothSides() throws {
    let trial = try Trial.run(
      """
      nodes:
        checked: [ just: { total: 3, items: [1, 2] }, expect: '.total == (.items | length)' ]
      """)
    let failure = try #require(trial.failure(of: "checked"))
    #expect(failure.kind == .expect)
    #expect(failure.message == "expected .total == (.items | length)")
    #expect(failure.details == [".total is 3", "(.items | length) is 2"])
  }

  @Test func delayedErrorsAreToldTogether() throws {
    for join in ["zipMany", "combineLatest"] {
      let trial = try Trial.run(
        """
        nodes:
          slow: { fetch: http://a.test/slow }
          bad: { fetch: http://a.test/bad }
          joined:
            - \(join): { of: { a: bad, b: slow, c: [ just: 1 ], d: [ just: 1, expect: . == 2 ] }, delayErrors: true }
        """
      ) { request, _ in .status(request.url.hasSuffix("bad") ? 404 : 500, after: .milliseconds(30)) }
      let failure = try #require(trial.failure(of: "joined"))
      #expect(failure.message.hasPrefix("3 of the inputs failed"))
      #expect(
        failure.details == [
          "bad: GET http://a.test/bad answered 404 Not Found",
          "slow: GET http://a.test/slow answered 500 Internal Server Error", "joined: expected . == 2",
        ])
      #expect(failure.step?.operation == join)
      #expect(trial.transport.cancelled == [])
    }
  }

  @Test func withoutDelayTheFirstFailureCancelsTheOthers() throws {
    let trial = try Trial(
      """
      nodes:
        joined: { zipMany: [ [ fetch: http://a.test/held ], [ just: 1, delay: 1ms, expect: . == 2 ] ] }
      """
    ) { _, _ in .held }
    trial.start()
    trial.finish()
    #expect(trial.transport.cancelled == ["GET http://a.test/held"])
    #expect(trial.ends == ["joined: failed expect"])
  }

  @Test func singleDelayedErrorIsItself() throws {
    let trial = try Trial.run(
      """
      nodes:
        bad: { fail: broken }
        joined: { zipMany: { of: [bad, [ just: 1 ]], delayErrors: true } }
      """)
    #expect(trial.ends == ["bad: failed custom", "joined: blocked by bad"])
  }

  @Test func stalledGraphNamesItsEdges() throws {
    var options = RunOptions()
    options.largestEdge = 128
    let trial = try Trial.run(
      """
      nodes:
        a: [ sequence: '[range(1000)]' ]
        b: [ from: a, collect ]
        c: { zipMany: [a, b] }
      """, options: options)
    let failure = try #require(trial.failure(of: "b"))
    #expect(failure.kind == .stall)
    #expect(failure.message == "the graph is stuck: 128 values wait at a → c, and no more may")
    #expect(failure.step?.operation == "from")
    #expect(trial.ends.last == "c: blocked by b")
  }

  @Test func failingSinkTextFailsItsStep() throws {
    let trial = try Trial.run(
      """
      nodes:
        value: [ just: 1, sink: { value: '${ .x }' } ]
        finished: [ just: {}, sink: { finished: '${ .x }' } ]
        failed: [ fail: first, sink: { failure: '${ .x.y }' } ]
      """)
    #expect(trial.ends == ["value: failed expression", "finished: failed expression", "failed: failed custom"])
    // The first cause stays, and that the text could not be made is said.
    #expect(trial.failure(of: "failed")?.message == "first")
    #expect(trial.messages.contains { $0.contains("${ .x.y } is null") })
  }

  @Test func sinkSpeaksForValuesAndEnd() throws {
    let trial = try Trial.run(
      """
      nodes:
        good: [ sequence: [1, 2], sink: { value: 'got ${ . }', finished: 'done at ${ . }' } ]
        bad:
          - just: 7
          - as: x
          - expect: { that: . == 2, message: 'not two: ${ . }' }
          - sink: { failure: '${ $x }: ${ $error.message } in ${ $error.node }, ${ $error.kind }' }
      """)
    #expect(
      trial.messages.sorted() == ["7: not two: 7 in bad, expect", "done at 2", "got 1", "got 2"])
  }
}
