import Reports
import RunEvents
import Testing
import Values

@Suite struct OutputReporterTests {
  private let events = [
    RunEvent.Kind.output(["a": 1]), .message(node: 0, .log, "x"), .output("9007199254740993"), .output(.null),
  ].enumerated().map { RunEvent(sequence: $0, time: .zero, kind: $1) }

  @Test func writesCompactLinesInOnePieceToAPipe() {
    let output = MemoryOutput()
    let reporter = OutputReporter(output: output)
    for event in events { reporter.receive(event) }
    #expect(output.text.isEmpty)
    reporter.flush()
    #expect(output.text == "{\"a\":1}\n\"9007199254740993\"\nnull\n")
    #expect(output.writes == 1)
    reporter.finish()
    #expect(output.writes == 1)
  }

  @Test func writesEachValueAtOnceToATerminal() {
    let output = MemoryOutput(size: TextSize(columns: 80, rows: 24))
    let reporter = OutputReporter(output: output)
    reporter.receive(events[0])
    #expect(output.text == "{\n  \"a\": 1\n}\n")
  }

  @Test func doesNotHoldALargeOutputBack() {
    let output = MemoryOutput()
    let reporter = OutputReporter(output: output, layout: .compact)
    for number in 0..<10_000 {
      reporter.receive(RunEvent(sequence: number, time: .zero, kind: .output(.string("value \(number)"))))
    }
    #expect(output.writes == 1)
    reporter.finish()
    #expect(output.text.split(separator: "\n").count == 10_000)
  }

  /// What a try wrote that another follows is not part of the output.
  @Test func writesTheValuesOfTheTryThatCounts() {
    let output = MemoryOutput(size: TextSize(columns: 80, rows: 24))
    let reporter = OutputReporter(output: output, layout: .compact)
    for (attempt, outcome) in [(1, RunOutcome.failed), (2, .failed), (3, .succeeded)] {
      let run = RunDescription(
        id: "", pipeline: "p", description: nil, file: "f", startedAt: 0, nodes: [],
        suite: SuitePlace(place: Ordinal(1, of: 1), attempt: Ordinal(attempt, of: 4)))
      for kind in [RunEvent.Kind.runStarted(run), .output(.number(JSONNumber(attempt))), .runFinished(outcome)] {
        reporter.receive(RunEvent(sequence: 0, time: .zero, kind: kind))
      }
    }
    #expect(output.text == "3\n")
  }
}
