import Foundation
import HTTP
import PipelineLanguage
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

@Suite("On real queues")
struct DispatchRunTests {
  /// Runs to the end, cancelled on the way or not.
  private func events(
    _ text: String, cancels: Bool = false, script: @escaping ScriptedTransport.Script
  ) async throws -> [RunEvent] {
    let pipeline = try checkedPipeline(text)
    let scheduler = DispatchScheduler()
    let transport = ScriptedTransport(scheduler: scheduler, script: script)
    let record = EventRecord()
    let log = EventLog(reporters: [record], clock: { scheduler.now })
    let run = try PipelineRun(
      pipeline, inputs: JSONObject(), environment: JSONObject(), options: RunOptions(), transport: transport,
      events: log, scheduler: scheduler)
    if cancels { Canceller().cancelSoon(run) }
    await withCheckedContinuation { continuation in run.start { continuation.resume() } }
    log.finish()
    expectContract(record.events, nodes: pipeline.nodes.count)
    #expect(transport.running == [])
    return record.events
  }

  @Test(.timeLimit(.minutes(10)))
  func orderHoldsOnManyThreads() async throws {
    let text = """
      nodes:
        ids: { sequence: '[range(50)]' }
        items: [ from: ids, fetch: 'http://a.test/${ . }', receiveOn: main, map: ., receiveOn: utility ]
        pairs: [ zipMany: [ids, items], subscribeOn: background, map: '.[0] == .[1]' ]
        all: [ from: pairs, collect, map: $nodes.count ]
        count: [ from: items, count ]
      output: [items, pairs, all]
      """
    let numbers = (0..<50).map(String.init).joined(separator: ",")
    let trues = Array(repeating: "true", count: 50).joined(separator: ",")
    for _ in 0..<10 {
      let events = try await events(text) { request, _ in
        .json(String(request.url.dropFirst(14)), after: .microseconds(Int.random(in: 0...500)))
      }
      let output = events.compactMap { if case .output(let value) = $0.kind { value.text() } else { nil } }
      #expect(output == ["[[\(numbers)],[\(trues)],50]"])
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func readsAPipeAsItComesAndLetsGoOfOneThatSaysNothing() async throws {
    let pipe = Pipe()
    let path = "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)"
    let text = "nodes: { n: [ read: { file: \(path), format: ndjson }, map: .a, prefix: 300, last ] }"
    let lines = (1...300).map { "{\"a\":\($0)}\n" }.joined()
    pipe.fileHandleForWriting.write(Data(lines.utf8))
    // The pipe stays open: the run ends without its end, and when it is cancelled.
    for cancels in [false, true] {
      let events = try await events(text, cancels: cancels) { _, _ in .json("1") }
      let output = events.compactMap { if case .output(let value) = $0.kind { value.text() } else { nil } }
      #expect(output == (cancels ? [] : ["300"]))
    }
    withExtendedLifetime(pipe) {}
  }

  @Test(.timeLimit(.minutes(10)))
  func cancellingAtAnyMomentKeepsTheContract() async throws {
    for seed in 0..<60 {
      let graph = RandomGraph(seed: seed, isTimed: true)
      _ = try await events(graph.text, cancels: true, script: graph.script(timing: seed, refusals: 20))
    }
  }

  @Test(.timeLimit(.minutes(2)))
  func randomGraphsEnd() async throws {
    for seed in 0..<60 {
      let graph = RandomGraph(seed: seed, isTimed: true)
      _ = try await events(graph.text, script: graph.script(timing: seed, refusals: 20))
    }
  }
}
