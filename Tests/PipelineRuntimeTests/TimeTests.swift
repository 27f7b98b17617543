import HTTP
import RunEvents
import Testing
import Values

@Suite("Time")
struct TimeTests {
  @Test func timeoutFailsAndCancels() throws {
    let trial = try Trial(
      """
      nodes:
        slow: [ fetch: http://a.test/slow, timeout: 5s ]
        quick: [ fetch: http://a.test/quick, timeout: 5s ]
      """
    ) { request, _ in request.url.hasSuffix("slow") ? .held : .json("1", after: .milliseconds(4999)) }
    trial.start()
    trial.finish()
    #expect(trial.failure(of: "slow")?.message == "no value within 5s")
    #expect(trial.failure(of: "slow")?.kind == .timeout)
    #expect(trial.failure(of: "slow")?.step?.operation == "timeout")
    #expect(trial.transport.cancelled == ["GET http://a.test/slow"])
    #expect(trial.output == ["1"])
  }

  @Test func delayShiftsValuesAndEnd() throws {
    let trial = try Trial.run(
      """
      nodes:
        late: [ sequence: [1, 2], delay: 250ms ]
      """)
    #expect(trial.output == ["1", "2"])
    #expect(trial.outputTimes == [250, 250])
  }

  @Test func timeoutsRestartWithEachAttempt() throws {
    let trial = try Trial.run(
      """
      nodes:
        slow: [ fetch: http://a.test/slow, timeout: 1s, retry: 2 ]
      """
    ) { _, attempt in attempt < 2 ? .held : .json("\(attempt)") }
    #expect(trial.requestTimes == [0, 1000, 2000])
    #expect(trial.transport.cancelled.count == 2)
    #expect(trial.output == ["2"])
  }

  @Test func intervalTicksInItsRhythmUntilNobodyWantsMore() throws {
    let trial = try Trial.run(
      """
      nodes:
        ticks: [ interval: 250ms, prefix: 3, map: '[., $index]' ]
      """)
    #expect(trial.output == ["[0,0]", "[1,1]", "[2,2]"])
    #expect(trial.outputTimes == [250, 500, 750])
  }

  @Test func debounceWaitsForQuietAndGivesUpWhatIsLeftAtTheEnd() throws {
    let trial = try Trial.run(
      """
      nodes:
        typed:
          - mergeMany:
              - [ just: a, delay: 100ms ]
              - [ just: b, delay: 200ms ]
              - [ just: c, delay: 900ms ]
              - [ just: d, delay: 1s ]
          - debounce: 300ms
          - map: '[., $index]'
      """)
    #expect(trial.output == [#"["b",0]"#, #"["d",1]"#])
    #expect(trial.outputTimes == [500, 1000])
  }

  @Test func debounceDropsTheWaitingValueAtAFailure() throws {
    let trial = try Trial.run(
      """
      nodes:
        typed:
          - concatMany:
              - [ just: a ]
              - [ fail: broken ]
          - debounce: 300ms
      """)
    #expect(trial.output == [])
    #expect(trial.failure(of: "typed")?.message == "broken")
  }

  @Test(arguments: [("throttle: 1s", ["0", "4", "5"]), ("throttle: { for: 1s, latest: false }", ["0", "1", "5"])])
  func throttleLetsOneValueThroughInItsTime(step: String, expected: [String]) throws {
    let trial = try Trial.run(
      """
      nodes:
        progress:
          - interval: 250ms
          - prefix: 6
          - \(step)
      """)
    #expect(trial.output == expected)
    #expect(trial.outputTimes == [250, 1250, 1500])
  }
}
