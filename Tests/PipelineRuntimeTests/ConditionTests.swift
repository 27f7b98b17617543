import HTTP
import RunEvents
import Testing
import Values

@Suite("A node's 'when'")
struct ConditionTests {
  @Test(arguments: [("true", true), ("false", false), ("(null)", false), ("0", true), ("$inputs.on", true)])
  func truthIsThatOfJq(condition: String, isMet: Bool) throws {
    let trial = try Trial.run(
      """
      inputs: { on: { type: boolean, default: true } }
      nodes:
        a: { when: \(condition), steps: { just: 1 } }
      """)
    #expect(trial.ends == [isMet ? "a: succeeded 1" : "a: skipped"])
    #expect(trial.output == (isMet ? ["1"] : []))
    #expect(trial.outcome == "succeeded")
  }

  @Test func skippedNodeSendsNothing() throws {
    let trial = try Trial.run(
      """
      nodes:
        off: { when: false, steps: { fetch: http://a.test/off } }
        needs: [ from: off, fetch: http://a.test/needs ]
      """)
    #expect(trial.transport.started == [])
    #expect(trial.ends == ["off: skipped", "needs: skipped, needs off"])
  }

  @Test func nothingRecoversASkip() throws {
    let trial = try Trial.run(
      """
      nodes:
        off: { when: false, steps: { just: 1 } }
        a: [ from: off, replaceError: 0 ]
        b: [ from: off, catch: [ just: 0 ] ]
        c: [ just: '${ $nodes.off }', retry: 3, replaceEmpty: 0 ]
        d: [ from: off, mapError: '"other words"', sink: { failure: failed, finished: done } ]
        e: [ just: 1, flatMap: [ { map: '$nodes.off' }, { catch: [ just: 0 ] } ] ]
        f: { mergeMany: [ off, [ just: 1 ] ] }
        g: { zipMany: { of: [ off, [ just: 1 ] ], delayErrors: true } }
      """)
    #expect(trial.ends == ["off: skipped"] + "abcdefg".map { "\($0): skipped, needs off" })
    #expect(trial.messages == [])
    #expect(trial.recoveries == [])
    #expect(trial.retries == [])
  }

  @Test func failureOutweighsASkipWhereAllErrorsAreAwaited() throws {
    let trial = try Trial.run(
      """
      nodes:
        off: { when: false, steps: { just: 1 } }
        bad: { fail: no }
        both: { zipMany: { of: [ off, bad ], delayErrors: true } }
      """)
    #expect(trial.ends == ["off: skipped", "bad: failed custom", "both: blocked by bad"])
  }

  @Test func whatASkippedNodeTookFromRunsStill() throws {
    let trial = try Trial.run(
      """
      nodes:
        streamed: [ sequence: [1, 2, 3], fetch: 'http://a.test/${ . }' ]
        awaited: [ sequence: [1, 2, 3], fetch: 'http://b.test/${ . }' ]
        late: { sequence: [1, 2] }
        off:
          when: false
          steps: [ from: streamed, map: '[., $nodes.awaited]', flatMap: [ from: late ] ]
        needs: { zipMany: [ streamed, off ] }
      """)
    #expect(
      trial.ends == [
        "streamed: succeeded 3", "awaited: succeeded 3", "late: succeeded 2", "off: skipped",
        "needs: skipped, needs off",
      ])
  }

  @Test func conditionWaitsForANode() throws {
    let trial = try Trial.run(
      """
      nodes:
        role: [ fetch: http://a.test/role ]
        all: { sequence: [1, 2, 3] }
        admin:
          when: $nodes.role == "admin"
          steps: [ from: all, map: . * 10 ]
        user:
          when: $nodes.role == "user"
          steps: [ from: all, count ]
        twice: [ from: admin, map: . * 2 ]
      output: { admin: admin, user: user, twice: twice }
      """
    ) { _, _ in .json("\"user\"") }
    #expect(
      trial.ends == [
        "role: succeeded 1", "all: succeeded 3", "admin: skipped", "user: succeeded 1", "twice: skipped, needs admin",
      ])
    #expect(trial.output == [#"{"admin":[],"user":3,"twice":[]}"#])
  }

  @Test func conditionOfASkippedOrFailedNode() throws {
    let trial = try Trial.run(
      """
      nodes:
        off: { when: false, steps: { just: 1 } }
        bad: { fail: no }
        a: { when: $nodes.off, steps: { just: 1 } }
        b: { when: $nodes.bad, steps: { just: 1 } }
        c: { when: 'error("x")', steps: { just: 1 } }
        d: { from: c }
      """)
    #expect(
      trial.ends == [
        "off: skipped", "bad: failed custom", "a: skipped, needs off", "b: blocked by bad", "c: failed expression",
        "d: blocked by c",
      ])
    #expect(trial.failure(of: "c")?.step?.place.line == 6)
  }

  @Test func outputOfASkippedNodeIsNothing() throws {
    let trial = try Trial.run(
      """
      nodes:
        off: { when: false, steps: { just: 1 } }
        on: { just: 1 }
      output: [off, on]
      """)
    #expect(trial.output == ["[null,1]"])
  }

  @Test func infiniteNodeEndsWithTheOneThatIsNotSkipped() throws {
    let trial = try Trial.run(
      """
      nodes:
        many: { sequence: '[range(100000)]' }
        off: { when: false, steps: { from: many } }
        few: [ from: many, prefix: 2, count ]
      """)
    #expect(trial.output == ["2"])
  }
}
