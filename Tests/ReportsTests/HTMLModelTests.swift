import HTTP
import Reports
import RunEvents
import Synchronization
import Testing
import Values

@Suite struct HTMLModelTests {
  private func model(_ scripts: Script...) -> JSONValue {
    HTMLReport.model(of: scripts.map { HTMLRun($0.events) })
  }

  /// What is found by member names and places, as compact JSON.
  private func found(_ value: JSONValue, _ path: Any...) -> String {
    var value: JSONValue? = value
    for part in path {
      switch (value, part) {
      case (.object(let object), let name as String): value = object[name]
      case (.array(let elements), let place as Int): value = elements.indices.contains(place) ? elements[place] : nil
      default: value = nil
      }
    }
    return value?.text() ?? "nothing"
  }

  @Test func tellsARequestWithItsPhasesAndItsWait() {
    var script = Script([("a", [])])
    var sent = request(7, method: "POST", headers: [Header("A", "1")], body: "{}")
    sent.value = 3
    sent.waited = .milliseconds(4)
    var answer = response(201, headers: [Header("B", "2")], body: "[1]")
    answer.timings.nameLookup = .milliseconds(1)
    answer.timings.connect = .milliseconds(2)
    answer.timings.tls = .milliseconds(3)
    answer.timings.firstByte = .milliseconds(8)
    answer.timings.total = .milliseconds(9)
    script.add(10, .requestStarted(sent))
    script.add(20, .requestFinished(request: 7, answer))
    let model = model(script)
    let text = found(model, "runs", 0, "requests", 0)
    #expect(
      text
        == #"{"node":0,"step":0,"method":"POST","url":"http://a.test/x","start":10000,"value":3,"queued":4000,"#
        + #""end":20000,"sentHeaders":0,"sent":2,"sentBody":0,"status":201,"phases":[1000,2000,3000,8000],"headers":1,"got":3,"body":1}"#
    )
    #expect(found(model, "texts") == #"["{}","[1]"]"#)
    #expect(found(model, "headers") == #"[[["A","1"]],[["B","2"]]]"#)
    #expect(found(model, "runs", 0, "steps", 0) == #"["fetch","fetch","upload.yaml",12,7]"#)
  }

  @Test func keepsBodiesAndHeadersOnceThatManyRequestsShare() {
    var script = Script([("a", [])])
    for id in 0..<5 {
      script.add(id, .requestStarted(request(id, headers: [Header("Same", "x")], body: "same")))
      script.add(10 + id, .requestFinished(request: id, response(200, body: "same")))
    }
    let model = model(script)
    #expect(found(model, "texts") == #"["same"]"#)
    #expect(found(model, "headers") == #"[[["Same","x"]]]"#)
    #expect(found(model, "runs", 0, "requests", 4, "body") == "0")
  }

  @Test func tellsHowRequestsEnd() {
    var script = Script([("a", [])])
    for id in 0..<4 { script.add(id, .requestStarted(request(id))) }
    let fault = RunFailure(kind: .timeout, message: "too slow", node: 0, step: fetch, request: request(0))
    script.add(10, .requestFailed(request: 0, fault))
    script.add(11, .requestCancelled(request: 1))
    script.add(12, .requestFinished(request: 2, response(404)))
    let refusal = RunFailure(kind: .status, message: "m", node: 0, request: request(2))
    script.add(13, .nodeFinished(node: 0, .failed(refusal)))
    let model = model(script)
    #expect(found(model, "runs", 0, "requests", 0, "error") == #"{"kind":"timeout","message":"too slow"}"#)
    #expect(found(model, "runs", 0, "requests", 1, "cancelled") == "true")
    #expect(found(model, "runs", 0, "requests", 2, "refused") == "true")
    #expect(found(model, "runs", 0, "requests", 3, "end") == "nothing")
    #expect(found(model, "runs", 0, "outcome") == #""unfinished""#)
    #expect(found(model, "runs", 0, "exit") == "3")
  }

  @Test func tellsAFailureWithItsLineAndItsRequest() {
    var script = Script([("a", [])])
    script.add(0, .requestStarted(request(5)))
    script.add(5, .requestFinished(request: 5, response(500, body: "oh", bodySize: 90)))
    script.add(
      6,
      .nodeFinished(
        node: 0,
        .failed(
          RunFailure(
            kind: .status, message: "500", node: 0, step: fetch, details: ["one"], request: request(5),
            response: response(500, body: "oh", bodySize: 90), sourceLine: "    - fetch: /x"))))
    let model = model(script)
    let failure = found(model, "runs", 0, "nodes", 0, "failure")
    #expect(
      failure
        == #"{"kind":"status","message":"500","node":0,"step":0,"source":[12,"    - fetch: /x",7,5],"details":["one"],"#
        + #""request":0,"body":0,"cut":true,"line":"GET http://a.test/x → 500  0.0 ms","curl":"curl http://a.test/x"}"#)
  }

  @Test(arguments: [
    (NodeOutcome.succeeded(values: 2), "passed"), (.blocked(by: 0), "blocked"), (.skipped(needs: nil), "skipped"),
    (.notSelected, "unselected"), (.cancelled, "cancelled"),
  ])
  func namesEachState(_ outcome: NodeOutcome, _ state: String) {
    var script = Script([("a", []), ("b", [0])])
    script.node(1, from: 1, to: 5, outcome)
    #expect(found(model(script), "runs", 0, "nodes", 1, "state") == "\"\(state)\"")
    #expect(found(model(script), "runs", 0, "nodes", 0, "state") == #""unfinished""#)
  }

  @Test func tellsRetriesRecoveriesMessagesAndValuesOfANode() {
    var script = Script([("a", [])])
    let failure = RunFailure(kind: .transport, message: "refused", node: 0)
    script.add(1, .retrying(node: 0, step: fetch, attempt: 1, delay: .milliseconds(30), failure))
    script.add(40, .recovered(node: 0, step: fetch, failure))
    script.add(41, .message(node: 0, .log, "hello"))
    script.add(42, .value(node: 0, ValueDescription(index: 0, ["a": [1, 2]])))
    script.add(43, .nodeFinished(node: 0, .succeeded(values: 1)))
    let model = model(script)
    #expect(found(model, "runs", 0, "nodes", 0, "state") == #""recovered""#)
    #expect(found(model, "runs", 0, "nodes", 0, "notes", 0, "delay") == "30000")
    #expect(found(model, "runs", 0, "nodes", 0, "notes", 1, "kind") == #""recovery""#)
    #expect(
      found(model, "runs", 0, "nodes", 0, "notes", 2)
        == #"{"t":41000,"kind":"message","level":"log","text":"hello"}"#)
    #expect(found(model, "runs", 0, "nodes", 0, "emitted") == #"[[42000,0,"{\"a\":[1,2]}",false]]"#)
  }

  @Test func holdsSeveralRunsInTheirOrder() {
    var first = Script([("a", [])])
    first.node(0, from: 0, to: 1)
    first.end(2)
    var second = Script([("a", []), ("b", [])])
    second.end(2, .cancelled(reason: .signal(15)))
    let model = model(first, second)
    #expect(found(model, "runs", 0, "outcome") == #""succeeded""#)
    #expect(found(model, "runs", 1, "reason") == #""SIGTERM""#)
    #expect(found(model, "runs", 1, "exit") == "143")
    #expect(found(model, "runs", 0, "path") == "[[0,1000]]")
  }

  @Test func tellsOfARunThatDidNotBegin() {
    let problem = RunRefusal.Problem(
      isError: true, message: "unknown operator 'fetsch'", place: SourcePlace(file: "a.yaml", line: 3, column: 5),
      text: "a.yaml:3:5: error: unknown operator 'fetsch'")
    let pages = Mutex<[[UInt8]]>([])
    let reporter = HTMLReporter { page in pages.withLock { $0.append(page) } }
    for (file, reason) in [("a.yaml", RunRefusal.Reason.invalidFile), ("b.yaml", .others)] {
      let refusal = RunRefusal(
        pipeline: "", file: file, startedAt: 0, reason: reason, problems: file == "a.yaml" ? [problem] : [])
      reporter.receive(RunEvent(sequence: 0, time: .zero, kind: .runRefused(refusal)))
    }
    reporter.finish()
    let page = pages.withLock { String(decoding: $0[0], as: UTF8.self) }
    #expect(page.contains(#""outcome":"refused","exit":2,"#))
    #expect(page.contains(#""outcome":"refused","exit":0,"#))
    #expect(page.contains("a.yaml:3:5: error: unknown operator 'fetsch'"))
  }

  @Test func takesALogThatNamesWhatIsNotThere() {
    var script = Script([("a", [7, 0])])
    script.add(1, .value(node: 9, ValueDescription(index: 0, .null)))
    script.add(1, .requestFinished(request: 4, response(200)))
    script.add(2, .nodeFinished(node: 0, .blocked(by: 12)))
    #expect(found(model(script), "runs", 0, "nodes", 0, "other") == "12")
  }
}
