import HTTP
import Reports
import RunEvents
import Testing
import Values

@Suite struct TerminalPlainTests {
  private func text(_ script: Script, _ options: TerminalOptions = TerminalOptions()) -> String {
    let output = MemoryOutput()
    let reporter = TerminalReporter(output: output, options: options)
    for event in script.events { reporter.receive(event) }
    reporter.flush()
    reporter.finish()
    return output.text
  }

  private var upload: Script {
    var script = Script([("audioUpload", []), ("backgroundUpload", []), ("synced", [0, 1])])
    script.add(1, .nodeStarted(node: 0))
    script.add(1, .nodeStarted(node: 1))
    script.add(1, .nodeStarted(node: 2))
    script.add(2, .requestStarted(request(1, node: 0, url: "http://a.test/urlForUpload")))
    script.add(2, .requestStarted(request(2, node: 1, url: "http://a.test/urlForUpload")))
    script.add(5, .requestFinished(request: 2, response(200, body: "{}")))
    script.add(6, .requestFinished(request: 1, response(200, body: "{}")))
    script.add(7, .requestStarted(request(3, node: 0, method: "PUT", url: "http://a.test/bucket/1")))
    script.add(24, .message(node: 1, .log, "background is up"))
    script.add(25, .nodeFinished(node: 1, .succeeded(values: 1)))
    script.add(31, .requestFinished(request: 3, response(200)))
    script.add(32, .nodeFinished(node: 0, .succeeded(values: 1)))
    script.add(33, .requestStarted(request(4, node: 2, method: "POST", url: "http://a.test/sync")))
    script.add(36, .requestFinished(request: 4, response(200, body: "{\"ok\":true}")))
    script.add(36, .message(node: 2, .finished, "Synced."))
    script.add(36, .nodeFinished(node: 2, .succeeded(values: 1)))
    script.add(36, .output(.null))
    script.end(36)
    return script
  }

  @Test func tellsNodesInDeclaredOrderThoughTheSecondEndedFirst() {
    #expect(
      text(upload) == """
        ✓ audioUpload       2 requests  31 ms
          backgroundUpload: background is up
        ✓ backgroundUpload  1 request  24 ms
          synced: Synced.
        ✓ synced            1 request  4.0 ms
        ✓ 3 passed  4 requests  36 ms

        """)
  }

  @Test func writesTheFirstNodesLinesAtOnce() {
    let output = MemoryOutput()
    let reporter = TerminalReporter(output: output, options: TerminalOptions())
    var script = Script([("a", []), ("b", [])])
    script.add(1, .message(node: 1, .log, "b waits"))
    script.add(2, .message(node: 0, .log, "a does not"))
    for event in script.events { reporter.receive(event) }
    reporter.flush()
    #expect(output.text == "  a: a does not\n")
  }

  @Test func writesASCIIWhereTheLocaleIsNotUTF8() {
    let text = text(upload, TerminalOptions(verbosity: .verbose, unicode: false))
    #expect(text.utf8.allSatisfy { $0 < 0x80 })
    #expect(text.contains("+ audioUpload       2 requests  31 ms\n"))
    #expect(text.contains("  audioUpload: PUT http://a.test/bucket/1 -> 200  24 ms  0 B\n"))
  }

  @Test func writesNoEscapeSequenceUnlessColourIsWanted() {
    #expect(!text(upload, TerminalOptions(verbosity: .everything)).contains("\u{1b}"))
    #expect(text(upload, TerminalOptions(color: true)).contains("\u{1b}[32m✓\u{1b}[0m audioUpload"))
  }

  @Test func tellsRequestsAndTheCriticalPathOnVerbose() {
    #expect(
      text(upload, TerminalOptions(verbosity: .verbose)) == """
          audioUpload: GET http://a.test/urlForUpload → 200  4.0 ms  2 B
          audioUpload: PUT http://a.test/bucket/1 → 200  24 ms  0 B
        ✓ audioUpload       2 requests  31 ms
          backgroundUpload: GET http://a.test/urlForUpload → 200  3.0 ms  2 B
          backgroundUpload: background is up
        ✓ backgroundUpload  1 request  24 ms
          synced: POST http://a.test/sync → 200  3.0 ms  11 B
          synced: Synced.
        ✓ synced            1 request  4.0 ms
        ✓ 3 passed  4 requests  36 ms
          critical path: audioUpload 32 ms → synced 4.0 ms

        """)
  }

  @Test func tellsHeadersAndBodiesOnVeryVerbose() {
    var script = Script([("a", [])])
    script.add(0, .nodeStarted(node: 0))
    script.add(
      0,
      .requestStarted(
        request(1, method: "POST", headers: [Header("Content-Type", "application/json")], body: "{\"a\":\n\t1}")))
    script.add(
      5,
      .requestFinished(
        request: 1, response(201, headers: [Header("X", "1\u{1b}[2J")], body: "<html>", bodySize: 4000)))
    script.add(5, .requestStarted(request(2)))
    script.add(6, .requestFinished(request: 2, response(200, bodySize: 5000)))
    script.add(6, .nodeFinished(node: 0, .succeeded(values: 0)))
    script.end(6)
    #expect(
      text(script, TerminalOptions(verbosity: .everything)) == #"""
          a: POST http://a.test/x → 201  5.0 ms  3.9 KiB
          a: > Content-Type: application/json
          a: > | {"a":
          a: > |   1}
          a: < X: 1\x1b[2J
          a: < | <html>…
          a: GET http://a.test/x → 200  1.0 ms  4.8 KiB
          a: < | (4.8 KiB that are not text)
        ✓ a  2 requests  no value  6.0 ms
        ✓ 1 passed  2 requests  6.0 ms

        """#)
  }

  private var refused: Script {
    var script = Script([("audioUpload", []), ("synced", [0]), ("after", [1])])
    let sent = request(
      1, node: 1, method: "POST", url: "http://a.test/sync?x=1&y=it's",
      headers: [
        Header("Content-Type", "application/json"), Header("Authorization", "Bearer t0ken"),
        Header("Content-Length", "7"),
      ], body: "{\"a\":1}")
    let answer = response(
      409, headers: [Header("Content-Type", "application/json")],
      body: "{\"statusCode\":409,\n \"message\":\"locked\"}\n")
    script.node(0, from: 1, to: 5, .succeeded(values: 3))
    script.add(5, .nodeStarted(node: 1))
    script.add(5, .requestStarted(sent))
    script.add(9, .requestFinished(request: 1, answer))
    script.add(9, .message(node: 1, .failure, "Could not sync: locked"))
    script.add(
      9,
      .nodeFinished(
        node: 1,
        .failed(
          RunFailure(
            kind: .status, message: "409 is not accepted", node: 1, step: fetch, details: ["locked"], request: sent,
            response: answer))))
    script.add(9, .nodeFinished(node: 2, .blocked(by: 1)))
    script.end(10, .failed)
    return script
  }

  @Test func tellsAFailureInFull() {
    let masked = refused.events.map { SecretMask(["it's"]).masked($0) }
    let output = MemoryOutput()
    let reporter = TerminalReporter(output: output, options: TerminalOptions())
    for event in masked { reporter.receive(event) }
    reporter.finish()
    #expect(
      output.text == #"""
        ✓ audioUpload  3 values  4.0 ms
          synced: Could not sync: locked
        ✗ synced       1 request  4.0 ms
          upload.yaml:12:7: fetch: 409 is not accepted
            locked
            POST http://a.test/sync?x=1&y=*** → 409  0.0 ms
            | {"statusCode":409,
            |  "message":"locked"}
            curl -X POST 'http://a.test/sync?x=1&y=***' -H 'Content-Type: application/json' -H 'Authorization: ***' --data-raw '{"a":1}'
        - after        not run: needs 'synced'
        ✗ 1 failed, 1 not run, 1 passed  1 request  10 ms

        """#)
  }

  @Test func tellsFailuresOnlyOnQuiet() {
    let text = text(refused, TerminalOptions(verbosity: .quiet))
    #expect(text.hasPrefix("  synced: Could not sync: locked\n✗ synced       1 request  4.0 ms\n  upload.yaml:12:7: "))
    #expect(!text.contains("audioUpload"))
    #expect(!text.contains("passed"))
    #expect(!text.contains("not run"))
    #expect(self.text(upload, TerminalOptions(verbosity: .quiet)).isEmpty)
  }

  @Test func namesTheNodeInWhichAFailureBegan() {
    var script = Script([("a", []), ("b", [0])])
    script.node(0, from: 0, to: 1)
    script.node(1, from: 0, to: 2, .failed(RunFailure(kind: .custom, message: "no\nluck", node: 0)))
    script.end(2, .failed)
    #expect(text(script).contains("✗ b  1.0 ms\n  upload.yaml:10:3: in 'a': no luck\n"))
  }

  @Test func tellsRetriesAndRecoveredFailuresAsSuch() {
    let failure = RunFailure(kind: .transport, message: "connection refused", node: 0, step: fetch)
    let step = StepDescription(
      operation: "catch", label: "use the cache", place: SourcePlace(file: "p.yaml", line: 3, column: 7))
    var script = Script([("a", []), ("b", [])])
    script.add(0, .nodeStarted(node: 0))
    script.add(0, .requestStarted(request(1)))
    script.add(1, .requestFailed(request: 1, failure))
    script.add(1, .retrying(node: 0, step: fetch, attempt: 1, delay: .milliseconds(300), failure))
    script.add(301, .requestStarted(request(2, attempt: 2)))
    script.add(302, .requestFailed(request: 2, failure))
    script.add(302, .recovered(node: 0, step: step, failure))
    script.add(302, .nodeFinished(node: 0, .succeeded(values: 1)))
    script.node(1, from: 0, to: 303)
    script.end(303)
    #expect(
      text(script) == """
          a: attempt 1 failed, next in 300 ms: connection refused
          a: recovered by catch 'use the cache' (p.yaml:3:7): connection refused
        ! a  2 requests  302 ms  1 failure recovered
        ✓ b  303 ms
        ! 1 recovered, 1 passed  2 requests  303 ms

        """)
    #expect(
      text(script, TerminalOptions(verbosity: .verbose)).contains(
        "  a: GET http://a.test/x → connection refused  1.0 ms  (attempt 2)\n"))
  }

  @Test func tellsWhatASignalEnded() {
    var script = Script([("a", []), ("b", [0]), ("c", [])])
    script.add(0, .nodeStarted(node: 0))
    script.add(0, .requestStarted(request(1)))
    script.add(5, .requestCancelled(request: 1))
    script.add(5, .nodeFinished(node: 0, .cancelled))
    script.add(5, .nodeFinished(node: 1, .cancelled))
    script.end(6, .cancelled(reason: .signal(2)))
    #expect(
      text(script) == """
        - a  cancelled
        - b  cancelled
        - c  did not finish
        ✗ interrupted: 3 cancelled  1 request  6.0 ms

        """)
  }

  @Test func tellsWhatThereIsWhenTheEndIsMissing() {
    var script = Script([("a", []), ("b", [])])
    script.add(1, .message(node: 1, .log, "so far"))
    #expect(
      text(script) == """
        - a  did not finish
          b: so far
        - b  did not finish
        ✗ cut short: 2 cancelled  1.0 ms

        """)
  }

  @Test func tellsSeveralRunsOneAfterAnother() {
    let output = MemoryOutput()
    let reporter = TerminalReporter(output: output, options: TerminalOptions(titles: true))
    for _ in 0..<2 {
      var script = Script([("a", [])])
      script.node(0, from: 0, to: 1)
      script.end(1)
      for event in script.events { reporter.receive(event) }
      reporter.finish()
    }
    let once = "upload  upload.yaml\n✓ a  1.0 ms\n✓ 1 passed  1.0 ms\n"
    #expect(output.text == once + once)
  }

  /// Everything a server or a file can bring, in every text.
  @Test func letsNothingSteerTheTerminal() {
    let evil = "\u{1b}[2J\u{9b}31m\u{7}\u{0}\r\n\t\u{202e}\u{2028}\u{85}\u{fffd}x"
    let place = SourcePlace(file: evil, line: 1, column: 1)
    let step = StepDescription(operation: "fetch", label: evil, place: place)
    let sent = RequestDescription(
      id: 1, node: 0, step: step, attempt: 1, method: evil, url: evil, headers: [Header(evil, evil)], bodySize: 99,
      bodyStart: evil, uploadFile: nil)
    let answer = ResponseDescription(
      status: 200, headers: [Header(evil, evil)], bodySize: 99, bodyStart: evil, timings: Timings())
    let failure = RunFailure(
      kind: .custom, message: evil, node: 0, step: step, details: [evil], request: sent, response: answer)
    let run = RunDescription(
      id: evil, pipeline: evil, description: evil, file: evil, startedAt: 0,
      nodes: [
        NodeDescription(name: evil, description: evil, place: place, inputs: []),
        NodeDescription(name: "b", description: evil, place: place, inputs: []),
      ])
    let kinds: [RunEvent.Kind] = [
      .runStarted(run), .nodeStarted(node: 0), .requestStarted(sent), .requestFinished(request: 1, answer),
      .requestStarted(sent), .requestFailed(request: 1, failure),
      .retrying(node: 0, step: step, attempt: 1, delay: .zero, failure), .recovered(node: 0, step: step, failure),
      .message(node: 0, .log, evil), .nodeFinished(node: 0, .failed(failure)), .nodeFinished(node: 1, .blocked(by: 0)),
      .runFinished(.failed),
    ]
    let output = MemoryOutput()
    let reporter = TerminalReporter(output: output, options: TerminalOptions(verbosity: .everything, titles: true))
    for (index, kind) in kinds.enumerated() {
      reporter.receive(RunEvent(sequence: index, time: .milliseconds(index), kind: kind))
    }
    reporter.finish()
    let steering = output.text.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7F..<0xA0).contains($0.value) || $0 == "\u{202e}" || $0 == "\u{2028}"
    }
    #expect(steering.isEmpty)
    #expect(output.text.contains(#"\x1b[2J\u{9b}31m\x07\x00"#))
  }

  @Test func keepsALongBodyShort() {
    var script = Script([("a", [])])
    let body = (1...40).map { "line \($0) " + String(repeating: "x", count: 500) }.joined(separator: "\n")
    let failure = RunFailure(
      kind: .status, message: "m", node: 0, step: fetch, request: request(1), response: response(500, body: body))
    script.node(0, from: 0, to: 1, .failed(failure))
    script.end(1, .failed)
    let bodyLines = text(script).split(separator: "\n").filter { $0.hasPrefix("    | ") }
    #expect(bodyLines.count == 13)
    #expect(bodyLines.last == "    | …")
    #expect(bodyLines.allSatisfy { $0.count <= 406 })
  }
}
