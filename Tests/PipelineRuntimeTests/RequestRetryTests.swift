import HTTP
import PipelineRuntime
import RunEvents
import Testing
import Values

@Suite("retry of a request")
struct RequestRetryTests {
  private static let refused = Reply.failure(TransportError(.connect, "connection refused"))

  private func run(
    _ retry: String, _ script: @escaping ScriptedTransport.Script
  ) throws -> Trial {
    try Trial.run(
      "nodes: { one: { fetch: { post: http://a.test/x, json: { a: 1 }, retry: \(retry) } } }", script: script)
  }

  private func attempts(_ trial: Trial) -> [String] {
    trial.events.compactMap {
      guard case .requestStarted(let request) = $0.kind else { return nil }
      return "\(request.attempt) \(request.cause?.rawValue ?? "first")"
    }
  }

  @Test func portThatOpensLater() throws {
    // C9: it opens after a second.
    let trial = try Trial.run("nodes: { one: { fetch: { get: http://a.test/, retry: { times: 10, delay: 300ms } } } }")
    {
      _, attempt in attempt < 4 ? Self.refused : .json("7")
    }
    #expect(trial.output == ["7"])
    #expect(trial.requestTimes == [0, 300, 600, 900, 1200])
    #expect(attempts(trial) == ["1 first", "2 retry", "3 retry", "4 retry", "5 retry"])
    let causes = trial.events.compactMap { event -> String? in
      if case .retrying(_, let step, let attempt, _, let failure) = event.kind {
        "\(step.operation) \(attempt) \(failure.message)"
      } else {
        nil
      }
    }
    #expect(causes == (1...4).map { "fetch \($0) connection refused" })
    #expect(trial.ends == ["one: succeeded 1"])
  }

  @Test func pausesOnlyBetweenAttemptsAndFailsWithTheLast() throws {
    let trial = try run("{ times: 2, delay: 1s, backoff: exponential }") { _, attempt in .status(500 + attempt) }
    #expect(trial.requestTimes == [0, 1000, 3000])
    #expect(trial.failure(of: "one")?.message == "POST http://a.test/x answered 502 Bad Gateway")
    #expect(trial.failure(of: "one")?.request?.attempt == 3)
    #expect(trial.events.last?.time == .seconds(3))
  }

  @Test(
    "What is worth another attempt",
    arguments: [
      ("1", Reply.status(500), 2), ("1", .status(599), 2), ("1", .status(429), 2), ("1", .status(404), 1),
      ("1", .status(302), 1), ("1", .failure(TransportError(.timeout, "too slow")), 2),
      ("1", .failure(TransportError(.resolve, "no such host")), 2),
      ("1", .failure(TransportError(.truncated, "cut")), 2),
      ("1", .failure(TransportError(.invalidURL, "bad")), 1), ("1", .failure(TransportError(.tooLarge, "big")), 1),
      ("1", .failure(TransportError(.file, "gone")), 1), ("1", .json("[1"), 1), ("0", .status(500), 1),
      ("{ times: 1, on: [404, 50x-xx] }", .status(500), 0),
      ("{ times: 1, on: [404] }", .status(404), 2), ("{ times: 1, on: [404] }", .status(500), 1),
      ("{ times: 1, on: 4xx }", .status(499), 2), ("{ times: 1, on: [400-403, 5xx] }", .status(403), 2),
      ("{ times: 1, on: [400-403, 5xx] }", .status(404), 1),
      ("{ times: 1, on: [timeout] }", .failure(TransportError(.timeout, "too slow")), 2),
      ("{ times: 1, on: [timeout] }", .failure(TransportError(.connect, "refused")), 1),
      ("{ times: 1, on: decode }", .json("[1"), 2), ("{ times: 1, on: status }", .status(404), 2),
      ("{ times: 1, on: $error.status == 404 }", .status(404), 2),
      ("{ times: 1, on: $error.status == 404 }", .status(500), 1),
      ("{ times: 1, on: ['.body.again', 503] }", .json(#"{"again":true}"#, status: 400), 2),
      ("{ times: 1, on: ['.body.again', 503] }", .json(#"{"again":false}"#, status: 400), 1),
    ])
  func worthIt(retry: String, reply: Reply, requests: Int) throws {
    guard requests > 0 else {
      #expect(throws: MistakenText.self) { try run(retry) { _, _ in reply } }
      return
    }
    #expect(try run(retry) { _, _ in reply }.transport.started.count == requests)
  }

  @Test func conditionThatFailsIsTold() throws {
    let trial = try run("{ times: 3, on: .status | error }") { _, _ in .status(500) }
    #expect(trial.transport.started.count == 1)
    #expect(trial.failure(of: "one")?.details.contains { $0.hasPrefix("not retried, since 'on' failed: ") } == true)
  }

  @Test func bodyIsSentEachTime() throws {
    let trial = try run("2") { _, attempt in attempt < 2 ? .status(503) : .json("1") }
    for request in trial.transport.requests {
      guard case .bytes(let bytes) = request.body else {
        Issue.record("no body")
        return
      }
      #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":1}"#)
    }
    #expect(trial.transport.started.count == 3)
  }

  @Test(
    "A server says when to come back",
    arguments: [
      ("1", [Header("Retry-After", "3")], 3000), ("1", [Header("retry-after", " 0 ")], 0),
      ("1", [Header("Retry-After", "100000000000000000000")], 60_000),
      ("{ times: 1, max: 2s }", [Header("Retry-After", "3")], 2000),
      ("{ times: 1, max: 5m }", [Header("Retry-After", "120")], 120_000),
      ("{ times: 1, delay: 5s }", [Header("Retry-After", "3")], 5000),
      ("{ times: 1, delay: 5s }", [Header("Retry-After", "soon")], 5000),
      (
        "1",
        [
          Header("Retry-After", "Wed, 21 Oct 2015 07:28:07 GMT"), Header("Date", "Wed, 21 Oct 2015 07:28:00 GMT"),
        ], 7000
      ),
      (
        "1",
        [Header("Retry-After", "Wednesday, 21-Oct-15 07:28:07 GMT"), Header("Date", "Wed Oct 21 07:28:00 2015")], 7000
      ),
      (
        "1",
        [Header("Retry-After", "Tue, 29 Feb 2000 23:59:59 GMT"), Header("Date", "Wed, 01 Mar 2000 00:00:09 GMT")], 0
      ),
      (
        "1",
        [Header("Retry-After", "Wed, 01 Mar 2000 00:00:09 GMT"), Header("Date", "Tue, 29 Feb 2000 23:59:59 GMT")],
        10_000
      ),
      ("{ times: 1, delay: 1s }", [Header("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")], 1000),
    ])
  func retryAfter(retry: String, headers: [Header], pause: Int) throws {
    let trial = try run(retry) { _, attempt in attempt == 0 ? .response(status: 503, headers: headers) : .json("1") }
    #expect(trial.requestTimes == [0, pause])
  }

  @Test func clientsRetryHoldsUnlessTheStepSaysOtherwise() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', retry: 2 } }
      nodes:
        one: { fetch: /one }
        none: { fetch: { get: /none, retry: 0 } }
        more: { fetch: { get: /more, retry: 3 } }
        bare: [ just: 'http://b.test/bare', fetch: '${ . }' ]
      """
    ) { _, _ in .status(500) }
    func count(_ path: String) -> Int { trial.transport.started.count { $0.hasSuffix(path) } }
    #expect([count("/one"), count("/none"), count("/more"), count("/bare")] == [3, 1, 4, 1])
  }

  @Test func pausingRequestLeavesItsPlaceToOthers() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', concurrency: 1 } }
      nodes:
        each: [ sequence: [1, 2, 3], fetch: { get: '/${ . }', retry: { times: 1, delay: 10s } } ]
        other: { fetch: /other }
      """
    ) { request, attempt in
      request.url.hasSuffix("/1") && attempt == 0 ? .status(503, after: .seconds(1)) : .json("1", after: .seconds(1))
    }
    #expect(trial.transport.started == ["/1", "/2", "/3", "/other", "/1"].map { "GET http://a.test" + $0 })
    #expect(trial.requestTimes == [0, 1000, 2000, 3000, 11_000])
    #expect(trial.transport.mostRunning == 1)
  }

  @Test func cancelledDuringAPause() throws {
    // C16: what is not needed any more does not wait for its attempts.
    let trial = try Trial(
      """
      nodes:
        slow: { fetch: { get: http://a.test/, retry: { times: 6, delay: 30s } } }
        bad: { fail: no }
      """,
      options: {
        var options = RunOptions()
        options.failsFast = true
        return options
      }()
    ) { _, _ in .status(503) }
    trial.start()
    trial.finish()
    #expect(trial.events.last?.time == .zero)
    #expect(trial.transport.started.count <= 1)
  }

  @Test func outerRetryCountsAnew() throws {
    let trial = try Trial.run(
      "nodes: { one: [ fetch: { get: http://a.test/, retry: 1 }, retry: 1 ] }"
    ) { _, _ in .status(503) }
    #expect(attempts(trial) == ["1 first", "2 retry", "1 first", "2 retry"])
  }
}
