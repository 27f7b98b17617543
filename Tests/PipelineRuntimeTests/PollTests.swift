import HTTP
import RunEvents
import Testing
import Values

@Suite("poll")
struct PollTests {
  private func run(_ poll: String, _ script: @escaping ScriptedTransport.Script) throws -> Trial {
    try Trial.run("nodes: { job: { fetch: { get: http://a.test/job, poll: \(poll) } } }", script: script)
  }

  private static let finishing: ScriptedTransport.Script = { _, attempt in
    .json(#"{"state":"\#(attempt < 3 ? "running" : "done")","n":\#(attempt)}"#, after: .milliseconds(100))
  }

  @Test func asksUntilItIsTrue() throws {
    let trial = try run("{ every: 1s, until: .state == \"done\" }", Self.finishing)
    #expect(trial.output == [#"{"state":"done","n":3}"#])
    // The pause begins with the answer.
    #expect(trial.requestTimes == [0, 1100, 2200, 3300])
    let causes = trial.events.compactMap { event -> String? in
      if case .requestStarted(let request) = event.kind { request.cause?.rawValue ?? "first" } else { nil }
    }
    #expect(causes == ["first", "poll", "poll", "poll"])
    #expect(trial.retries == [])
  }

  @Test func responseIsInScope() throws {
    let trial = try Trial.run(
      """
      nodes:
        job:
          - fetch: { get: http://a.test/job, accept: [200, 404], poll: { every: 1s, until: $response.status == 200 } }
          - map: '[., $response.status]'
      """
    ) { _, attempt in attempt < 2 ? .status(404) : .json("7") }
    #expect(trial.output == ["[7,200]"])
  }

  @Test func namesOfTheChainAreInScope() throws {
    let trial = try Trial.run(
      """
      nodes:
        job:
          - sequence: [1, 2]
          - as: wanted
          - fetch: { get: 'http://a.test/${ . }', poll: { every: 1s, until: .n == $wanted } }
          - map: .n
      """
    ) { _, attempt in .json(#"{"n":\#(attempt)}"#) }
    #expect(trial.output == ["1", "2"])
    #expect(trial.transport.started.count == 5)
  }

  @Test func failsWhereFurtherWaitingIsUseless() throws {
    let trial = try run(
      "{ every: 1s, until: .state != \"running\", failWhen: .state == \"failed\" }"
    ) { _, attempt in .json(#"{"state":"\#(attempt < 2 ? "running" : "failed")"}"#) }
    let failure = try #require(trial.failure(of: "job"))
    #expect(failure.kind == .expect)
    #expect(failure.message == #"polling ends, since .state == "failed" is true"#)
    #expect(failure.details == [#"the last value is {"state":"failed"}"#])
    #expect(trial.requestTimes == [0, 1000, 2000])
  }

  @Test func timeoutTellsHowOftenItAskedAndTheLastValue() throws {
    let trial = try run("{ every: 2s, until: .n == 7, timeout: 5s }") { _, attempt in .json(#"{"n":\#(attempt)}"#) }
    let failure = try #require(trial.failure(of: "job"))
    #expect(failure.kind == .timeout)
    #expect(failure.message == "polled 3 times in 5s, and .n == 7 is not true")
    #expect(failure.details == [#"the last value is {"n":2}"#])
    #expect(failure.response?.status == 200)
    #expect(trial.events.last?.time == .seconds(5))
  }

  @Test func timeoutCancelsTheRequestThatIsUnderWay() throws {
    let trial = try run("{ every: 1s, until: .n == 7, timeout: 5s }") { _, attempt in attempt == 0 ? .json("{}") : .held
    }
    #expect(trial.failure(of: "job")?.message == "polled once in 5s, and .n == 7 is not true")
    #expect(trial.transport.cancelled == ["GET http://a.test/job"])
    let none = try run("{ until: .n == 7 }") { _, _ in .held }
    #expect(none.failure(of: "job")?.message == "polled for 1m without an answer")
    #expect(none.failure(of: "job")?.details == [])
  }

  @Test func failureOfARequestEndsItUnlessItIsRetried() throws {
    let script: ScriptedTransport.Script = { _, attempt in
      switch attempt {
      case 1, 3: .status(503)
      default: .json(#"{"n":\#(attempt)}"#)
      }
    }
    #expect(try run("{ every: 1s, until: .n == 4 }", script).failure(of: "job")?.kind == .status)
    let trial = try Trial.run(
      "nodes: { job: { fetch: { get: http://a.test/job, retry: { times: 1, delay: 100ms }, poll: { every: 1s, until: .n == 4 } } } }",
      script: script)
    #expect(trial.output == [#"{"n":4}"#])
    #expect(trial.requestTimes == [0, 1000, 1100, 2100, 2200])
    #expect(trial.retries.count == 2)
  }

  @Test func conditionThatFailsFails() throws {
    let trial = try run("{ every: 1s, until: .n | error }") { _, _ in .json(#"{"n":1}"#) }
    #expect(trial.failure(of: "job")?.kind == .expression)
    #expect(trial.transport.started.count == 1)
  }

  @Test func manyPollSideBySide() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', concurrency: 2 } }
      nodes:
        job:
          - sequence: [1, 2, 3, 4]
          - fetch: { get: '/${ . }', poll: { every: 1s, until: .n == 2 } }
          - map: .n
      """
    ) { _, attempt in .json(#"{"n":\#(attempt)}"#) }
    #expect(trial.output == ["2", "2", "2", "2"])
    #expect(trial.requestTimes == [0, 0, 0, 0, 1000, 1000, 1000, 1000, 2000, 2000, 2000, 2000])
    #expect(trial.transport.mostRunning == 2)
  }
}
