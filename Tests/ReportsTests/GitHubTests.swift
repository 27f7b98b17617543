import Foundation
import HTTP
import Reports
import RunEvents
import Synchronization
import Testing

@Suite("GitHub Actions") struct GitHubTests {
  private func reported(_ events: [RunEvent]) -> (commands: [String], summary: String) {
    let commands = Mutex("")
    let summary = Mutex("")
    let reporter = GitHubReporter(
      path: { "repo/" + $0 }, annotate: { text in commands.withLock { $0 += text } },
      summarize: { text in summary.withLock { $0 += text } })
    for event in events { reporter.receive(event) }
    reporter.finish()
    reporter.close()
    return (commands.withLock { $0.split(separator: "\n").map(String.init) }, summary.withLock { $0 })
  }

  @Test func eachFailureIsShownAtItsLine() {
    let commands = reported(ReportScripts.failing.events + [ReportScripts.refused, ReportScripts.left]).commands
    #expect(
      commands == [
        "::error file=repo/upload.yaml,line=12,col=7,title=upload%3A check::404, accepted is 200–299%0Aone%0Atwo%0APOST http://a.test/x → 404",
        "::error file=repo/upload.yaml,line=20,col=3,title=upload%3A a # b \\ <x> | `c` \\x1b[0m\\n%3A%3Aerror%3A%3Ax%250A ü::"
          + "a # b \\ <x> | `c` \\x1b[0m%0A::error::x%250A ü%0Aa # b \\ <x> | `c` \\x1b[0m%0A::error::x%250A ü",
        "::error file=repo/b%2Cad%3A.yaml,line=3,col=5,title=b%2Cad%3A.yaml::unknown operator 'jus'%0Anot one%0Adid you mean 'just'?",
        "::error file=repo/b%2Cad%3A.yaml,line=1,col=1,title=b%2Cad%3A.yaml::m",
      ])
  }

  @Test func aRunWithoutFailureSaysNothing() {
    var script = Script([("a", [])])
    script.node(0, from: 0, to: 1)
    script.end(2)
    let (commands, summary) = reported(script.events)
    #expect(commands == [])
    #expect(summary.hasPrefix("### pipeline: 1 run passed\n"))
    #expect(summary.contains("| ✅ | upload | 1 | 0 | 0 | 0 | 2.0 ms |"))
  }

  /// Of nodes inside one another only the innermost has the line.
  @Test func aFailureIsShownOnce() {
    var script = Script([])
    let place = SourcePlace(file: "f.yaml", line: 1, column: 1)
    script.add(
      0,
      .runStarted(
        RunDescription(
          id: "r", pipeline: "p", description: nil, file: "f.yaml", startedAt: 0,
          nodes: [
            NodeDescription(name: "outer", description: nil, place: place, inputs: []),
            NodeDescription(name: "inner", description: nil, place: place, inputs: [], parent: 0, depth: 1),
          ])))
    script.add(1, .nodeFinished(node: 0, .failed(RunFailure(kind: .custom, message: "inner: no", node: 0))))
    script.add(1, .nodeFinished(node: 1, .failed(RunFailure(kind: .custom, message: "no", node: 1))))
    script.end(2, .failed)
    #expect(
      reported(Array(script.events.dropFirst())).commands == [
        "::error file=repo/f.yaml,line=1,col=1,title=p%3A outer/inner::no"
      ])
  }

  @Test func theSummaryHoldsWhatMarkdownWouldTakeForItsOwn() {
    let summary = reported(ReportScripts.failing.events + [ReportScripts.refused, ReportScripts.left]).summary
    #expect(summary.hasPrefix("### pipeline: 2 of 3 runs failed\n"))
    #expect(summary.contains("| ❌ | upload | 1 | 2 | 2 | 1 | 10 ms |"))
    #expect(summary.contains("| ⏭️ | p | 0 | 0 | 0 | 0 | – |"))
    #expect(!summary.contains("<x> | `c` \u{1b}"))
    #expect(summary.contains("<summary>upload: a &#35; b &#92; &#60;x&#62; &#124; &#96;c&#96; &#92;x1b&#91;0m"))
    #expect(summary.components(separatedBy: "<details>").count == 4)
  }

  @Test func aFenceIsLongerThanAnyInTheText() {
    var script = Script([("a", [])])
    script.add(
      1, .nodeFinished(node: 0, .failed(RunFailure(kind: .custom, message: "m", node: 0, details: ["````", "x"]))))
    script.end(2, .failed)
    #expect(reported(script.events).summary.contains("\n`````text\n"))
  }

  @Test func aLogThatWasCutIsToldToo() {
    let commands = reported(Array(ReportScripts.failing.events.dropLast(2))).commands
    #expect(commands.count == 4 - 1)
    #expect(commands.last?.hasSuffix("the run was cut short") == true)
  }
}
