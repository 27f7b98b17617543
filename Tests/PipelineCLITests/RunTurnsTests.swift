import Dispatch
import RunEvents
import Synchronization
import Testing

@testable import PipelineCLI

/// Remembers what it was told, as words.
private final class Listener: Reporter {
  private let words = Mutex<[String]>([])

  var told: [String] { words.withLock { $0 } }

  func receive(_ event: RunEvent) {
    guard case .message(_, _, let text) = event.kind else { return }
    words.withLock { $0.append(text) }
  }

  func finish() { words.withLock { $0.append("end") } }
}

@Suite struct RunTurnsTests {
  private func event(_ text: String) -> RunEvent {
    RunEvent(sequence: 0, time: .zero, kind: .message(node: 0, .log, text))
  }

  @Test func theFirstIsToldAtOnceAndTheOthersInTheirTurn() {
    let listener = Listener()
    let turns = RunTurns([listener])
    let (a, b, c) = (turns.reporter(ofRun: 0), turns.reporter(ofRun: 1), turns.reporter(ofRun: 2))
    c.receive(event("c1"))
    b.receive(event("b1"))
    a.receive(event("a1"))
    #expect(listener.told == ["a1"])
    c.finish()
    turns.pass(run: 2)
    a.receive(event("a2"))
    a.finish()
    turns.pass(run: 0)
    #expect(listener.told == ["a1", "a2", "end", "b1"])
    b.receive(event("b2"))
    #expect(listener.told.last == "b2")
    b.act { listener.receive(RunEvent(sequence: 0, time: .zero, kind: .message(node: 0, .log, "done"))) }
    turns.pass(run: 1)
    #expect(listener.told == ["a1", "a2", "end", "b1", "b2", "done", "c1", "end"])
  }

  @Test func aRunThatBeginsInItsTurnIsToldAtOnce() {
    let listener = Listener()
    let turns = RunTurns([listener])
    _ = turns.reporter(ofRun: 0)
    turns.pass(run: 0)
    turns.reporter(ofRun: 1).receive(event("b"))
    #expect(listener.told == ["b"])
  }

  /// Whatever ends when, on however many threads.
  @Test func runsOnManyThreadsKeepTheirOrder() {
    let listener = Listener()
    let turns = RunTurns([listener])
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      while true {
        let place = next.withLock { next in
          defer { next += 1 }
          return next
        }
        if place >= 400 { return }
        let reporter = turns.reporter(ofRun: place)
        for number in 0..<(place % 7) { reporter.receive(event("\(place).\(number)")) }
        reporter.finish()
        turns.pass(run: place)
      }
    }
    let expected = (0..<400).flatMap { place in (0..<(place % 7)).map { "\(place).\($0)" } + ["end"] }
    #expect(listener.told == expected)
  }
}
