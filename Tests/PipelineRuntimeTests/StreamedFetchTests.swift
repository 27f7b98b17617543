import HTTP
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

@Suite("A response that is streamed")
struct StreamedFetchTests {
  private func run(
    _ fetch: String, _ reply: Reply, then steps: String = "map: .", sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Trial {
    try Trial.run(
      "nodes: { one: [ fetch: { get: 'http://a.test/', \(fetch) }, \(steps) ] }", sourceLocation: sourceLocation
    ) { _, _ in reply }
  }

  @Test(
    "Each line is a value",
    arguments: [
      (["a\nb\n"], ["a", "b"]), (["a\r\nb\r\n"], ["a", "b"]), (["a\nb"], ["a", "b"]),
      (["", "a\n\nb\n"], ["a", "", "b"]),
      (["a", "b", "\n", "c\r", "\nd"], ["ab", "c", "d"]), (["\u{FEFF}a\n\u{FEFF}b\n"], ["a", "\u{FEFF}b"]),
      (["\u{FEFF}"], []), ([], []), (["\n"], [""]), (["a\rb\n"], ["a\rb"]), (["ü", "\n"], ["ü"]),
    ])
  func lines(pieces: [String], expected: [String]) throws {
    let trial = try run("response: lines", .stream(pieces.filter { !$0.isEmpty }))
    #expect(trial.output == expected.map { JSONValue.string($0).text() })
  }

  @Test(
    "Each line is a JSON value",
    arguments: [
      (["{\"a\":1.50}\n[2]\n"], ["{\"a\":1.50}", "[2]"]), (["1\r\n\r\n  \n2"], ["1", "2"]),
      (["{\"a\":", "1}"], ["{\"a\":1}"]),
      (["\u{FEFF}9007199254740993\n"], ["9007199254740993"]), (["\n\n"], []),
    ])
  func ndjson(pieces: [String], expected: [String]) throws {
    #expect(try run("response: ndjson", .stream(pieces)).output == expected)
  }

  @Test(
    "Each event is a value, by the rules of event streams",
    arguments: [
      (["data: a\n\n"], [#"{"event":"message","data":"a","id":null,"retry":null}"#]),
      (
        ["event: add\ndata: 1\ndata:2\nid: 7\nretry: 0100\n\ndata\n\n"],
        [
          #"{"event":"add","data":"1\n2","id":"7","retry":100}"#,
          #"{"event":"message","data":"","id":"7","retry":null}"#,
        ]
      ),
      ([":comment\n\nevent: none\n\ndata: a\n"], []),
      (
        ["data: a\r\rdata: b\r\n\r\n"],
        [
          #"{"event":"message","data":"a","id":null,"retry":null}"#,
          #"{"event":"message","data":"b","id":null,"retry":null}"#,
        ]
      ),
      (
        ["\u{FEFF}data:  a\r", "\n\r", "\nid: a\0b\nretry: 1s\ndata: b\nother: c\n\n"],
        [
          #"{"event":"message","data":" a","id":null,"retry":null}"#,
          #"{"event":"message","data":"b","id":null,"retry":null}"#,
        ]
      ),
      (["id: 1\n\nid\ndata: a\n\n"], [#"{"event":"message","data":"a","id":"","retry":null}"#]),
    ])
  func events(pieces: [String], expected: [String]) throws {
    #expect(try run("response: sse", .stream(pieces)).output == expected)
  }

  @Test func valuesComeAsTheyArrive() throws {
    let trial = try run(
      "response: lines", .stream(["a\n", "b\nc", "\n"], every: .seconds(1)), then: "map: '[., $index]'")
    #expect(trial.output == [#"["a",0]"#, #"["b",1]"#, #"["c",2]"#])
    #expect(trial.outputTimes == [1000, 2000, 3000])
  }

  @Test func theHeadIsThereForTheStepsBelow() throws {
    let trial = try run(
      "response: lines", .stream(status: 206, headers: [Header("X-A", "1")], ["a\n"]),
      then: "map: '[$response.status, $response.headers[\"x-a\"]]'")
    #expect(trial.output == [#"[206,"1"]"#])
  }

  @Test func aBodyThatBreaksOffFailsBehindItsLines() throws {
    let trial = try run("response: lines", .stream(["a\nb\nc"], failure: TransportError(.truncated, "cut")))
    #expect(trial.output == [#""a""#, #""b""#])
    #expect(trial.failure(of: "one")?.kind == .transport)
    #expect(trial.failure(of: "one")?.message == "cut")
    #expect(trial.failure(of: "one")?.request?.url == "http://a.test/")
  }

  @Test func aLineThatIsNoJSONEndsTheTransfer() throws {
    let trial = try run("response: ndjson", .stream(["1\n{\"a\":\n", "2\n", "3\n"], every: .seconds(1)))
    #expect(trial.output == ["1"])
    let failure = try #require(trial.failure(of: "one"))
    #expect(failure.kind == .decode)
    #expect(failure.message.hasPrefix("line 2 of the response is no JSON: "))
    #expect(failure.details == ["the line is {\"a\":"])
    #expect(failure.response?.status == 200)
    #expect(trial.transport.cancelled == ["GET http://a.test/"])
  }

  @Test(arguments: [("lines", "abcdef\n"), ("lines", "abcdef"), ("ndjson", "123456"), ("sse", "data: 1\ndata: 23\n\n")])
  func whatIsHeldIsBounded(format: String, body: String) throws {
    let trial = try run("response: \(format), maxBody: 4B", .stream([body]))
    #expect(trial.output == [])
    #expect(
      trial.failure(of: "one")?.message.hasSuffix("longer than the 4 bytes that are held in memory (maxBody)") == true)
  }

  @Test func aRefusalIsReadAsAWhole() throws {
    let trial = try run("response: sse", .json(#"{"message":"no"}"#, status: 403))
    #expect(trial.failure(of: "one")?.kind == .status)
    #expect(trial.failure(of: "one")?.response?.bodyStart == #"{"message":"no"}"#)
  }

  @Test func whoNeedsNoMoreEndsTheTransfer() throws {
    let trial = try run(
      "response: lines", .stream(Array(repeating: "a\n", count: 100), every: .seconds(1)), then: "prefix: 2")
    #expect(trial.output == [#""a""#, #""a""#])
    #expect(trial.transport.cancelled == ["GET http://a.test/"])
    #expect(trial.transport.pieceCount == 2)
  }

  @Test func aSlowConsumerHoldsTheServerBack() throws {
    let trial = try Trial(
      """
      nodes:
        one:
          - fetch: { get: http://a.test/lines, response: lines }
          - flatMap: { concurrency: 1, do: [ fetch: 'http://a.test/${ . }' ] }
      """
    ) { request, _ in
      request.url.hasSuffix("lines")
        ? .stream(Array(repeating: "123456789\n", count: 1000)) : .json("1", after: .seconds(1))
    }
    trial.start()
    trial.settle()
    #expect(trial.transport.pieceCount < 150)
    #expect(trial.transport.mostUnconsumed < ScriptedTransfer.window + 10)
    trial.finish()
    #expect(trial.output.count == 1000)
  }

  @Test func streamsOfSeveralValuesLeaveInTheOrderOfTheValues() throws {
    let trial = try Trial.run(
      """
      nodes:
        one:
          - sequence: [a, b, c]
          - fetch: { get: 'http://a.test/${ . }', response: lines }
          - map: '[., $index]'
      """
    ) { request, _ in
      let name = String(request.url.suffix(1))
      return .stream((1...3).map { "\(name)\($0)\n" }, every: name == "a" ? .seconds(10) : .seconds(1))
    }
    #expect(
      trial.output == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"].enumerated().map { #"["\#($1)",\#($0)]"# })
    #expect(trial.outputTimes.last == 40_000)
  }

  /// What reads a stream may need requests through the same client, which would wait for ever where the stream counted.
  @Test func aStreamDoesNotHoldTheClientsPlace() throws {
    let trial = try Trial.run(
      """
      clients: { api: { baseURL: 'http://a.test', concurrency: 1 } }
      nodes:
        one:
          - fetch: { get: /lines, response: lines }
          - fetch: '/${ . }'
      """
    ) { request, _ in
      request.url.hasSuffix("lines") ? .stream((1...200).map { "\($0)\n" }) : .json("\"\(request.url.suffix(3))\"")
    }
    #expect(trial.output.count == 200)
    #expect(trial.transport.mostRunning == 2)
  }

  @Test func aSharedStreamFeedsADiamond() throws {
    let trial = try Trial.run(
      """
      nodes:
        lines: { fetch: { get: http://a.test/, response: ndjson } }
        all: [ from: lines, collect: ]
        both: [ zipMany: [lines, all], map: '[.[0], (.[1] | length)]' ]
      output: both
      """
    ) { _, _ in .stream((1...2000).map { "\($0)\n" }) }
    #expect(trial.output == ["[1,2000]"])
  }

  @Test func aRunThatIsCancelledEndsAStreamThatNobodyReads() throws {
    let trial = try Trial("nodes: { one: [ fetch: { get: 'http://a.test/', response: lines }, delay: 1h ] }") { _, _ in
      .stream(Array(repeating: "123456789\n", count: 1000))
    }
    trial.start()
    trial.settle()
    trial.run.cancel(.signal(2))
    trial.finish()
    #expect(trial.transport.cancelled == ["GET http://a.test/"])
  }

  @Test func serverSentEventsAreAskedFor() throws {
    func accept(_ keys: String) throws -> [String] {
      let request = try #require(try run(keys, .stream([])).transport.requests.first)
      return request.headers.filter { $0.name.lowercased() == "accept" }.map(\.value)
    }
    #expect(try accept("response: sse") == ["text/event-stream"])
    #expect(try accept("response: sse, headers: { accept: a/b }") == ["a/b"])
    #expect(try accept("response: sse, headers: { Accept: null }") == [])
    #expect(try accept("response: lines") == [])
  }

  @Test func theRequestIsSentAgainOnlyBeforeTheFirstValue() throws {
    func run(_ pieces: [String]) throws -> Trial {
      try Trial.run("nodes: { one: { fetch: { get: 'http://a.test/', response: lines, retry: 2 } } }") { _, attempt in
        attempt == 0 ? .stream(pieces, failure: TransportError(.truncated, "cut")) : .stream(["x\n"])
      }
    }
    let before = try run(["a"])
    #expect(before.output == [#""x""#])
    #expect(before.transport.started.count == 2)
    let behind = try run(["a\nb"])
    #expect(behind.output == [#""a""#])
    #expect(behind.transport.started.count == 1)
    #expect(behind.failure(of: "one")?.message == "cut")
  }

  @Test func aRefusalIsTriedAgain() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: 'http://a.test/', response: lines, retry: 1 } } }"
    ) { _, attempt in attempt == 0 ? .status(503) : .stream(["x\n"]) }
    #expect(trial.output == [#""x""#])
  }

  @Test func theRetryOperatorBeginsTheStreamAnew() throws {
    let trial = try Trial.run(
      "nodes: { one: [ fetch: { get: 'http://a.test/', response: lines }, retry: 1 ] }"
    ) { _, attempt in
      attempt == 0 ? .stream(["a\n"], failure: TransportError(.truncated, "cut")) : .stream(["a\n", "b\n"])
    }
    #expect(trial.output == [#""a""#, #""a""#, #""b""#])
  }

  @Test func aRedirectLeadsToTheStream() throws {
    let trial = try Trial.run(
      "nodes: { one: { fetch: { get: 'http://a.test/', response: lines, redirects: 1, accept: [200-399] } } }"
    ) { request, _ in
      request.url == "http://a.test/"
        ? .stream(status: 302, headers: [Header("Location", "/there")], ["not this\n"]) : .stream(["x\n"])
    }
    #expect(trial.output == [#""x""#])
    #expect(trial.transport.started == ["GET http://a.test/", "GET http://a.test/there"])
  }
}
