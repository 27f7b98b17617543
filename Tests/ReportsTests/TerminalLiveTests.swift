import HTTP
import RunEvents
import Testing
import Values

@testable import Reports

@Suite struct TerminalLiveTests {
  /// A reporter on a small terminal.
  private final class Stage {
    let output: MemoryOutput
    let reporter: TerminalReporter
    var screen: Screen
    private var sequence = 0
    private(set) var time = 0

    init(columns: Int = 60, rows: Int = 10, color: Bool = false) {
      output = MemoryOutput(size: TextSize(columns: columns, rows: rows))
      screen = Screen(columns: columns, rows: rows)
      reporter = TerminalReporter(output: output, options: TerminalOptions(color: color, animates: true))
    }

    func send(at milliseconds: Int, _ kinds: RunEvent.Kind...) {
      time = milliseconds
      for kind in kinds {
        reporter.receive(RunEvent(sequence: sequence, time: .milliseconds(milliseconds), kind: kind))
        sequence += 1
      }
      reporter.flush()
      screen.write(output.take())
    }

    func tick(at milliseconds: Int) {
      time = milliseconds
      reporter.tick(at: .milliseconds(milliseconds))
      screen.write(output.take())
    }

    func finish() {
      reporter.finish()
      screen.write(output.take())
    }

    func resize(columns: Int) {
      screen.resize(columns: columns)
      output.size = screen.size
    }

    func start(_ names: String...) {
      guard case .runStarted(let run)? = Script(names.map { ($0, []) }).events.first?.kind else { return }
      send(at: 0, .runStarted(run))
    }
  }

  @Test func showsRunningNodesWithTheirRequestsAndTimes() {
    let stage = Stage()
    stage.start("audio", "background", "later")
    stage.send(at: 1, .nodeStarted(node: 0), .nodeStarted(node: 1), .requestStarted(request(1, node: 0)))
    stage.send(at: 2, .requestStarted(request(2, node: 0)))
    stage.tick(at: 100)
    #expect(
      stage.screen.lines == [
        "⠙ audio       2 requests, 2 under way  99 ms",
        "⠙ background  99 ms",
      ])
    #expect(stage.screen.isCursorHidden)
    stage.tick(at: 180)
    #expect(
      stage.screen.lines == [
        "⠹ audio       2 requests, 2 under way  179 ms",
        "⠹ background  179 ms",
      ])
  }

  @Test func showsAProgressBarForTransfers() {
    let stage = Stage(columns: 90)
    stage.start("a", "b", "c")
    stage.send(
      at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1), .nodeStarted(node: 2),
      .requestStarted(request(1, node: 0)), .requestStarted(request(2, node: 1)), .requestStarted(request(3, node: 2)))
    stage.send(
      at: 1000, .requestProgress(request: 1, TransferProgress(sent: 1 << 20, sentTotal: 4 << 20)),
      .requestProgress(
        request: 2, TransferProgress(sent: 10, sentTotal: 10, received: 3 << 20, receivedTotal: 3 << 20)),
      .requestProgress(request: 3, TransferProgress(received: 5000)))
    #expect(
      stage.screen.lines == [
        "⠹ a  █████░░░░░░░░░░░░░░░  25%  ↑ 1.0 MiB of 4.0 MiB  1.0 MiB/s  1 request  1.00 s",
        "⠹ b  ████████████████████ 100%  ↓ 3.0 MiB of 3.0 MiB  3.0 MiB/s  1 request  1.00 s",
        "⠹ c  ↓ 4.8 KiB  4.8 KiB/s  1 request  1.00 s",
      ])
  }

  @Test func survivesAnyLengthThatAServerAnnounces() {
    let stage = Stage(columns: 90)
    stage.start("a")
    stage.send(at: 0, .nodeStarted(node: 0), .requestStarted(request(1)), .requestStarted(request(2)))
    for total in [Int.max, 0, -1, Int.min] {
      stage.send(
        at: stage.time + 1000,
        .requestProgress(request: 1, TransferProgress(received: Int.max, receivedTotal: total)),
        .requestProgress(
          request: 2, TransferProgress(sent: Int.min, sentTotal: total, received: 7, receivedTotal: total)))
    }
    #expect(stage.screen.lines == ["⠋ a  ↓ 8191 PiB  2 requests, 2 under way  4.00 s"])
  }

  @Test func lastingLinesScrollUpInDeclaredOrder() {
    let stage = Stage()
    stage.start("a", "b", "c")
    stage.send(at: 1, .nodeStarted(node: 0), .nodeStarted(node: 1), .nodeStarted(node: 2))
    stage.send(at: 90, .message(node: 1, .log, "b says"), .nodeFinished(node: 1, .succeeded(values: 1)))
    stage.tick(at: 100)
    // It has ended, and waits for the one declared before it.
    #expect(stage.screen.lines == ["⠙ a  99 ms", "✓ b  89 ms", "⠙ c  99 ms"])
    stage.send(at: 190, .nodeFinished(node: 0, .succeeded(values: 1)))
    #expect(stage.screen.lines == ["✓ a  189 ms", "  b: b says", "✓ b  89 ms", "⠹ c  189 ms"])
    stage.send(at: 200, .nodeFinished(node: 2, .succeeded(values: 1)), .runFinished(.succeeded))
    stage.finish()
    #expect(
      stage.screen.lines == [
        "✓ a  189 ms", "  b: b says", "✓ b  89 ms", "✓ c  199 ms", "✓ 3 passed  200 ms", "  critical path: c 200 ms",
      ])
    #expect(!stage.screen.isCursorHidden)
    #expect(stage.screen.unknown.isEmpty)
  }

  @Test func keepsWhatScrollsOffAndNothingElse() {
    let stage = Stage(columns: 40, rows: 5)
    let names = (0..<30).map { "n\($0)" }
    guard case .runStarted(let run)? = Script(names.map { ($0, []) }).events.first?.kind else { return }
    stage.send(at: 0, .runStarted(run))
    for node in 0..<30 { stage.send(at: 100 * node + 1, .nodeStarted(node: node)) }
    for node in (0..<30).reversed() {
      stage.send(at: 4000 + 100 * (30 - node), .message(node: node, .log, "from \(node)"))
      stage.send(at: 4050 + 100 * (30 - node), .nodeFinished(node: node, .succeeded(values: 1)))
    }
    stage.send(at: 8000, .runFinished(.succeeded))
    stage.finish()
    let lines = stage.screen.lines
    #expect(lines.filter { $0.contains(": from ") } == (0..<30).map { "  n\($0): from \($0)" })
    #expect(lines.filter { $0.hasPrefix("✓ n") }.count == 30)
    #expect(!lines.contains { $0.contains("running") || $0.contains("⠋") })
    #expect(stage.screen.unknown.isEmpty)
  }

  @Test func saysHowManyMoreRunThanFit() {
    let stage = Stage(columns: 40, rows: 6)
    stage.start("a", "b", "c", "d", "e", "f")
    for node in 0..<6 { stage.send(at: 0, .nodeStarted(node: node)) }
    stage.tick(at: 800)
    #expect(stage.screen.lines == ["⠋ a  800 ms", "⠋ b  800 ms", "⠋ c  800 ms", "… and 3 more running"])
  }

  @Test(arguments: [1, 2])
  func showsNoLiveLinesWhereTheyWouldFillTheWindow(rows: Int) {
    let stage = Stage(columns: 40, rows: rows)
    stage.start("a", "b")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1))
    for time in 1..<10 { stage.tick(at: time * 100) }
    #expect(stage.screen.lines.isEmpty)
    stage.send(at: 1000, .nodeFinished(node: 0, .succeeded(values: 1)))
    stage.tick(at: 1100)
    #expect(stage.screen.lines == ["✓ a  1.00 s"])
  }

  @Test(arguments: [1, 2, 3, 10, 20, 33])
  func liveLinesNeverWrap(columns: Int) {
    let stage = Stage(columns: columns, rows: 8)
    stage.start("日本語のとても長い名前", "e\u{301}e\u{301}e\u{301} \u{1F469}\u{200D}\u{1F4BB} long name", "c")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1), .nodeStarted(node: 2))
    stage.send(at: 1, .requestStarted(request(1, node: 1)))
    stage.send(at: 700, .requestProgress(request: 1, TransferProgress(sent: 1 << 30, sentTotal: 1 << 32)))
    for time in 10..<15 { stage.tick(at: time * 100) }
    #expect(stage.screen.wraps == 0)
    #expect(stage.screen.lines.count <= 3)
  }

  @Test func longLastingLinesMayWrapAndLeaveTheLiveLinesWhole() {
    let stage = Stage(columns: 20, rows: 8)
    stage.start("a", "b")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1))
    stage.tick(at: 100)
    stage.send(at: 200, .message(node: 0, .log, String(repeating: "x", count: 30)))
    stage.tick(at: 300)
    #expect(
      stage.screen.lines == [
        "  a: " + String(repeating: "x", count: 15), String(repeating: "x", count: 15),
        "⠸ a  300 ms", "⠸ b  300 ms",
      ])
  }

  @Test func staysInPlaceWhenTheWindowBecomesNarrower() {
    let stage = Stage(columns: 60, rows: 12)
    stage.start("a-rather-long-name", "another-long-name")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1), .requestStarted(request(1, node: 0)))
    stage.tick(at: 100)
    stage.resize(columns: 20)
    stage.tick(at: 200)
    #expect(stage.screen.lines == ["⠹ a-rather-long-na…", "⠹ another-long-nam…"])
  }

  @Test func drawsAtMostSomeTwelveTimesASecond() {
    let stage = Stage()
    stage.start("a")
    stage.send(at: 0, .nodeStarted(node: 0))
    let before = stage.output.writes
    for time in 1...1000 { stage.send(at: time, .message(node: 0, .log, "\(time)")) }
    #expect(stage.output.writes - before <= 13)
    stage.send(at: 1001, .runFinished(.succeeded))
    #expect(stage.screen.lines.filter { $0.hasPrefix("  a: ") } == (1...1000).map { "  a: \($0)" })
  }

  @Test func writesNothingWhereNothingChanged() {
    let stage = Stage()
    stage.start("a")
    stage.send(at: 0, .nodeStarted(node: 0))
    stage.tick(at: 100)
    let writes = stage.output.writes
    stage.tick(at: 100)
    #expect(stage.output.writes == writes)
  }

  @Test func saysWhatANodeWaitsFor() {
    let stage = Stage()
    guard case .runStarted(let run)? = Script([("a", []), ("b", [0])]).events.first?.kind else { return }
    stage.send(at: 0, .runStarted(run), .nodeStarted(node: 0), .nodeStarted(node: 1))
    stage.tick(at: 100)
    #expect(stage.screen.lines == ["⠙ a  100 ms", "⠙ b  waits for 'a'"])
    stage.send(at: 200, .nodeFinished(node: 0, .succeeded(values: 1)))
    stage.tick(at: 300)
    #expect(stage.screen.lines == ["✓ a  200 ms", "⠸ b  100 ms"])
  }

  @Test func clearsTheScreenForAValueOfTheOutput() {
    let stage = Stage()
    stage.start("a", "b")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1))
    stage.tick(at: 100)
    stage.reporter.receive(RunEvent(sequence: 9, time: .milliseconds(110), kind: .output(.null)))
    stage.screen.write(stage.output.take())
    stage.screen.write("{\"a\":1}\n")
    stage.tick(at: 200)
    #expect(stage.screen.lines == ["{\"a\":1}", "⠹ a  200 ms", "⠹ b  200 ms"])
  }

  @Test func showsAFailureAtOnceThoughItsTurnHasNotCome() {
    let stage = Stage()
    stage.start("a", "b")
    stage.send(at: 0, .nodeStarted(node: 0), .nodeStarted(node: 1))
    stage.send(
      at: 100, .nodeFinished(node: 1, .failed(RunFailure(kind: .expect, message: ".ok is false", node: 1))))
    #expect(stage.screen.lines == ["⠙ a  100 ms", "✗ b  100 ms  .ok is false"])
  }

  @Test func restoresTheCursorWhenTheEndIsMissing() {
    let stage = Stage()
    stage.start("a")
    stage.send(at: 0, .nodeStarted(node: 0))
    stage.tick(at: 100)
    #expect(stage.screen.isCursorHidden)
    stage.finish()
    #expect(!stage.screen.isCursorHidden)
    #expect(stage.screen.lines.first == "- a  did not finish")
  }

  @Test func coloursDoNotCountAsWidth() {
    let stage = Stage(columns: 20, rows: 5, color: true)
    stage.start("a")
    stage.send(at: 0, .nodeStarted(node: 0), .requestStarted(request(1, node: 0)))
    stage.tick(at: 100)
    #expect(stage.screen.lines == ["⠙ a  1 request  10…"])
    #expect(stage.screen.wraps == 0)
  }

  /// What matters least goes first; a name gives up its end before it takes the place of all else.
  @Test func tellsOfTransfersOnNarrowTerminals() {
    for (columns, line) in [
      (
        120,
        "⠹ a_node_with_a_name_that_goes_on…  ██████████░░░░░░░░░░  50%  ↑ 1.0 MiB of 2.0 MiB  1.0 MiB/s  1 request  1.00 s"
      ),
      (80, "⠹ a_node_with_a_name_that…  █████░░░░░  50%  ↑ 1.0 MiB of 2.0 MiB  1.00 s"),
      (60, "⠹ a_node_with_a_nam…   50%  ↑ 1.0 MiB of 2.0 MiB  1.00 s"),
      (40, "⠹ a_node_with…   50%  ↑ 1.0 MiB  1.00 s"),
    ] {
      let stage = Stage(columns: columns)
      stage.start("a_node_with_a_name_that_goes_on_and_on")
      stage.send(at: 0, .nodeStarted(node: 0), .requestStarted(request(1, node: 0)))
      stage.send(
        at: 400,
        .requestProgress(
          request: 1, TransferProgress(sent: 1 << 20, sentTotal: 2 << 20, received: 0, receivedTotal: nil)))
      stage.tick(at: 1000)
      let shown = stage.screen.lines.first
      #expect(shown == line, "\(columns)")
    }
  }

  /// Between words, but for what is there to be copied.
  @Test func breaksItsLastingLinesWhereTheyAreRead() {
    let stage = Stage(columns: 40, rows: 24)
    stage.start("first", "second_of_them", "third")
    for node in 0..<3 { stage.send(at: 1000 * node, .nodeStarted(node: node)) }
    let sent = request(1, node: 2, url: "http://a.test/a/path/that/is/long/enough/to/break")
    stage.send(at: 2100, .requestStarted(sent))
    for node in 0..<2 { stage.send(at: 2200, .nodeFinished(node: node, .succeeded(values: 1))) }
    let failure = RunFailure(
      kind: .transport, message: "the connection was closed before the answer was there", node: 2, step: fetch,
      request: sent)
    stage.send(at: 2300, .requestFailed(request: 1, failure), .nodeFinished(node: 2, .failed(failure)))
    stage.send(at: 2300, .runFinished(.failed))
    stage.finish()
    let lines = stage.screen.lines
    #expect(lines.contains("  upload.yaml:12:7: fetch: the"))
    #expect(lines.contains("    connection was closed before the"))
    #expect(lines.contains("✗ 1 failed, 2 passed  1 request  2.30 s"))
    #expect(lines.contains("    curl http://a.test/a/path/that/is/lo"))
    #expect(!stage.screen.isCursorHidden)
  }

  /// Also before the first frame of a run, when nothing is drawn that a value would have to make room for.
  @Test func whatWasToldStandsBeforeTheValueThatFollows() {
    for animates in [true, false] {
      let output = MemoryOutput(size: TextSize(columns: 40, rows: 24))
      let reporter = TerminalReporter(
        output: output, options: TerminalOptions(animates: animates, titles: true))
      var script = Script([("first", [])])
      script.node(0, from: 0, to: 1)
      for event in script.events { reporter.receive(event) }
      let value = OutputReporter(output: output)
      let event = RunEvent(sequence: 9, time: .milliseconds(1), kind: .output("the value"))
      reporter.receive(event)
      value.receive(event)
      let text = output.take()
      #expect(text.contains("first") && text.hasSuffix("\"the value\"\n"), "\(text)")
    }
  }
}
