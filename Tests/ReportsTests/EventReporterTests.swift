import HTTP
import Reports
import RunEvents
import Synchronization
import Testing
import Values

@Suite struct EventReporterTests {
  private func lines(_ kinds: RunEvent.Kind..., every step: Duration = .microseconds(1500)) -> [String] {
    let written = Mutex<[UInt8]>([])
    let reporter = EventReporter { bytes in written.withLock { $0 += bytes } }
    for (index, kind) in kinds.enumerated() {
      reporter.receive(RunEvent(sequence: index, time: step * index, kind: kind))
    }
    reporter.finish()
    return String(decoding: written.withLock { $0 }, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  @Test func writesEveryEventOnALineOfItsOwn() throws {
    let place = #"{"file":"upload.yaml","line":12,"column":7}"#
    let step = #"{"operation":"fetch","label":"fetch","place":\#(place)}"#
    let sent = request(7, method: "POST", headers: [Header("A", "1"), Header("A", "2")], body: "x\n", bodySize: 9)
    let sentText =
      #"{"id":7,"node":0,"step":\#(step),"attempt":1,"method":"POST","url":"http://a.test/x","headers":[["A","1"],["A","2"]],"bodySize":9,"bodyStart":"x\n","isBodyCut":true}"#
    var timings = Timings()
    timings.total = .milliseconds(12)
    let answer = ResponseDescription(status: 200, headers: [], bodySize: 0, bodyStart: nil, timings: timings)
    let answerText =
      #"{"status":200,"headers":[],"bodySize":0,"timings":{"nameLookup":0,"connect":0,"tls":0,"firstByte":0,"total":0.012}}"#
    let failure = RunFailure(
      kind: .timeout, message: "m", node: 0, step: fetch, details: ["d"], request: sent, response: answer)
    let failureText =
      #"{"kind":"timeout","message":"m","node":0,"step":\#(step),"details":["d"],"request":\#(sentText),"response":\#(answerText)}"#
    let run = RunDescription(
      id: "r", pipeline: "p", description: "d", file: "f", startedAt: 1_700_000_000.25,
      nodes: [
        NodeDescription(
          name: "a", description: nil, place: SourcePlace(file: "upload.yaml", line: 12, column: 7), inputs: [0])
      ])
    #expect(
      lines(
        .runStarted(run), .nodeStarted(node: 0), .requestStarted(sent),
        .requestProgress(request: 7, TransferProgress(sent: 1, sentTotal: 2, received: 3)),
        .requestFinished(request: 7, answer), .requestFailed(request: 7, failure), .requestCancelled(request: 7),
        .checkPassed(node: 0, step: fetch),
        .retrying(node: 0, step: fetch, attempt: 2, delay: .milliseconds(300), failure),
        .recovered(node: 0, step: fetch, failure), .message(node: 0, .finished, "t\u{2028}"),
        .nodeFinished(node: 0, .succeeded(values: 3)), .nodeFinished(node: 0, .failed(failure)),
        .nodeFinished(node: 0, .blocked(by: 4)), .nodeFinished(node: 0, .cancelled), .output(["k": 1.5]),
        .runFinished(.succeeded), .runFinished(.failed), .runFinished(.cancelled(reason: .signal(15))),
        .runFinished(.cancelled(reason: .deadline)), .runFinished(.cancelled(reason: .failFast))
      ) == [
        #"{"v":1,"sequence":0,"time":0,"event":"runStarted","run":{"id":"r","pipeline":"p","description":"d","file":"f","startedAt":1700000000.25,"nodes":[{"name":"a","place":\#(place),"inputs":[0]}]}}"#,
        #"{"v":1,"sequence":1,"time":0.0015,"event":"nodeStarted","node":0}"#,
        #"{"v":1,"sequence":2,"time":0.003,"event":"requestStarted","request":\#(sentText)}"#,
        #"{"v":1,"sequence":3,"time":0.0045,"event":"requestProgress","request":7,"progress":{"sent":1,"sentTotal":2,"received":3}}"#,
        #"{"v":1,"sequence":4,"time":0.006,"event":"requestFinished","request":7,"response":\#(answerText)}"#,
        #"{"v":1,"sequence":5,"time":0.0075,"event":"requestFailed","request":7,"failure":\#(failureText)}"#,
        #"{"v":1,"sequence":6,"time":0.009,"event":"requestCancelled","request":7}"#,
        #"{"v":1,"sequence":7,"time":0.0105,"event":"checkPassed","node":0,"step":\#(step)}"#,
        #"{"v":1,"sequence":8,"time":0.012,"event":"retrying","node":0,"step":\#(step),"attempt":2,"delay":0.3,"failure":\#(failureText)}"#,
        #"{"v":1,"sequence":9,"time":0.0135,"event":"recovered","node":0,"step":\#(step),"failure":\#(failureText)}"#,
        "{\"v\":1,\"sequence\":10,\"time\":0.015,\"event\":\"message\",\"node\":0,\"level\":\"finished\",\"text\":\"t\u{2028}\"}",
        #"{"v":1,"sequence":11,"time":0.0165,"event":"nodeFinished","node":0,"outcome":"succeeded","values":3}"#,
        #"{"v":1,"sequence":12,"time":0.018,"event":"nodeFinished","node":0,"outcome":"failed","failure":\#(failureText)}"#,
        #"{"v":1,"sequence":13,"time":0.0195,"event":"nodeFinished","node":0,"outcome":"blocked","by":4}"#,
        #"{"v":1,"sequence":14,"time":0.021,"event":"nodeFinished","node":0,"outcome":"cancelled"}"#,
        #"{"v":1,"sequence":15,"time":0.0225,"event":"output","value":{"k":1.5}}"#,
        #"{"v":1,"sequence":16,"time":0.024,"event":"runFinished","outcome":"succeeded"}"#,
        #"{"v":1,"sequence":17,"time":0.0255,"event":"runFinished","outcome":"failed"}"#,
        #"{"v":1,"sequence":18,"time":0.027,"event":"runFinished","outcome":"cancelled","reason":"signal","signal":15}"#,
        #"{"v":1,"sequence":19,"time":0.0285,"event":"runFinished","outcome":"cancelled","reason":"deadline"}"#,
        #"{"v":1,"sequence":20,"time":0.03,"event":"runFinished","outcome":"cancelled","reason":"failFast"}"#,
      ])
  }

  @Test(arguments: [
    (Duration.zero, "0"), (.seconds(3), "3"), (.nanoseconds(1), "0.000000001"), (.milliseconds(-1500), "-1.5"),
    (Duration(secondsComponent: 1, attosecondsComponent: 1), "1.000000000000000001"), (.milliseconds(-20), "-0.02"),
  ])
  func writesEveryDigitOfATime(_ time: Duration, _ text: String) {
    #expect(
      RunEvent(sequence: 0, time: time, kind: .nodeStarted(node: 1)).json.text()
        == "{\"v\":1,\"sequence\":0,\"time\":\(text),\"event\":\"nodeStarted\",\"node\":1}")
  }

  @Test func writesWholeLinesOnlyAndDoesNotHoldThemBack() {
    let pieces = Mutex<[[UInt8]]>([])
    let reporter = EventReporter { bytes in pieces.withLock { $0.append(bytes) } }
    for index in 0..<5000 {
      reporter.receive(RunEvent(sequence: index, time: .zero, kind: .message(node: 0, .log, "line")))
    }
    #expect(pieces.withLock { $0.count } > 1)
    reporter.finish()
    #expect(pieces.withLock { $0.allSatisfy { $0.last == UInt8(ascii: "\n") } })
    #expect(pieces.withLock { $0.joined().filter { $0 == UInt8(ascii: "\n") }.count } == 5000)
  }
}
