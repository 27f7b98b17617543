import HTTP
import RunEvents

/// Runs that every report is tried on.
enum ReportScripts {
  static let evil = "a # b \\ <x> | `c` \u{1b}[0m\n::error::x%0A ü"

  /// A check that failed, a way at fault, what needed it, one that was put right, one that was cut.
  static var failing: Script {
    var script = Script([("check", []), (evil, []), ("after", [1]), ("rescued", []), ("other", [])])
    let sent = request(1, node: 0, method: "POST", body: "x")
    let answer = response(404, body: "gone")
    script.add(0, .nodeStarted(node: 0))
    script.add(1, .requestStarted(sent))
    script.add(5, .requestFinished(request: 1, answer))
    script.add(
      5,
      .nodeFinished(
        node: 0,
        .failed(
          RunFailure(
            kind: .status, message: "404, accepted is 200–299", node: 0, step: fetch, details: ["one", "two"],
            request: sent, response: answer))))
    script.add(0, .nodeStarted(node: 1))
    script.add(
      7, .nodeFinished(node: 1, .failed(RunFailure(kind: .transport, message: evil, node: 1, details: [evil]))))
    script.add(8, .nodeFinished(node: 2, .blocked(by: 1)))
    script.add(0, .nodeStarted(node: 3))
    script.add(1, .recovered(node: 3, step: fetch, RunFailure(kind: .custom, message: "bad luck", node: 3)))
    script.add(9, .nodeFinished(node: 3, .succeeded(values: 1)))
    script.add(9, .nodeFinished(node: 4, .notSelected))
    script.end(10, .failed)
    return script
  }

  static let refused = RunEvent(
    sequence: 0, time: .zero,
    kind: .runRefused(
      RunRefusal(
        pipeline: "", file: "b,ad:.yaml", startedAt: 1_700_000_000, reason: .invalidFile,
        problems: [
          .init(
            isError: true, message: "unknown operator 'jus'",
            place: SourcePlace(file: "b,ad:.yaml", line: 3, column: 5),
            reason: "not one", hint: "did you mean 'just'?", text: "b,ad:.yaml:3:5: error: unknown operator 'jus'\n"),
          .init(isError: true, message: "m", place: nil, text: "second\n"),
        ])))

  static let left = RunEvent(
    sequence: 0, time: .zero,
    kind: .runRefused(RunRefusal(pipeline: "p", file: "c.yaml", startedAt: 1_700_000_000, reason: .others)))

  static var runs: [RunSummary] { [RunSummary(failing.events), RunSummary([refused]), RunSummary([left])] }
}
