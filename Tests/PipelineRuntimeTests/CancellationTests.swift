import HTTP
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

@Suite("Cancelling a run")
struct CancellationTests {
  static let text = """
    nodes:
      a: { fetch: http://a.test/a }
      b: [ from: a, map: . ]
      c: [ sequence: [1, 2, 3], fetch: 'http://a.test/${ . }', retry: { times: 3, delay: 1s } ]
      d: { zipMany: [ a, [ just: 1, delay: 10m ] ] }
      e: [ just: 1, map: $nodes.a ]
      f: [ sequence: [1, 2], flatMap: [ from: c ] ]
      done: { just: 1 }
    """

  @Test("All transfers are cancelled, and each node has one end", arguments: [0, 1, 1000, 5000])
  func cancelsEverything(at time: Int) throws {
    let trial = try Trial(Self.text) { request, attempt in
      request.url.hasSuffix("2") ? .status(500, after: .milliseconds(1)) : .held
    }
    trial.start()
    trial.scheduler.run(until: .milliseconds(time))
    #expect(!trial.isOver)
    trial.run.cancel(.signal(2))
    trial.run.cancel(.deadline)
    trial.settle()
    #expect(trial.isOver)
    trial.finish()
    #expect(trial.outcome == "cancelled(reason: RunEvents.CancellationReason.signal(2))")
    #expect(trial.ends.dropLast() == ["a", "b", "c", "d", "e", "f"].map { "\($0): cancelled" }[...])
  }

  @Test func beforeTheStart() throws {
    let trial = try Trial(Self.text)
    trial.run.cancel(.deadline)
    trial.start()
    trial.finish()
    #expect(trial.transport.started == [])
    #expect(trial.outcome == "cancelled(reason: RunEvents.CancellationReason.deadline)")
  }

  @Test func afterTheEndItDoesNothing() throws {
    let trial = try Trial.run("nodes: { a: { just: 1 } }")
    trial.run.cancel(.deadline)
    trial.settle()
    #expect(trial.outcome == "succeeded")
    expectContract(trial.events, nodes: 1)
  }

  @Test func whileTheRunIsStillBeingBuilt() throws {
    // The first event reaches a reporter while nodes are built on another thread; what it does must not hurt.
    let nodes = (0..<400).map { "  n\($0): { fetch: 'http://a.test/\($0)' }" }.joined(separator: "\n")
    for _ in 0..<10 {
      let trial = try Trial("nodes:\n" + nodes) { _, _ in .held }
      let canceller = Canceller()
      canceller.cancelSoon(trial.run)
      trial.start()
      canceller.wait()
      trial.finish()
      #expect(trial.outcome == "cancelled(reason: RunEvents.CancellationReason.signal(15))")
    }
  }
}
