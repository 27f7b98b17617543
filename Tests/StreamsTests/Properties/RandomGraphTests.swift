import Foundation
import Streams
import Testing

/// Random graphs give what a plain sequential model of them gives, whatever the timing and the credit.
///
/// `STREAMS_SEED=7` runs that one graph and prints it, `STREAMS_SEEDS=100000` as many. `STREAMS_TRACE=1` prints each seed
/// before it is run, to find one that traps or never returns.
@Suite struct RandomGraphTests {
  static let environment = ProcessInfo.processInfo.environment
  static let chunks = 8
  static let seeds = environment["STREAMS_SEEDS"].flatMap(Int.init) ?? 4800

  @Test(arguments: 0..<chunks) func fourThousandEightHundredGraphsGiveWhatTheModelGives(chunk: Int) {
    if let seed = Self.environment["STREAMS_SEED"].flatMap(Int.init) {
      if chunk == 0 { run(seed, isAlone: true) }
      return
    }
    for seed in stride(from: chunk, to: Self.seeds, by: Self.chunks) { run(seed, isAlone: false) }
  }

  private func run(_ seed: Int, isAlone: Bool) {
    if Self.environment["STREAMS_TRACE"] != nil { print("seed \(seed)") }
    let graph = GraphPlan(seed: seed)
    let problems = graph.runVirtually().problems
    if isAlone { print(graph.report()) }
    if problems.isEmpty { return }
    let smallest = graph.shrunk { !$0.runVirtually().problems.isEmpty }
    Issue.record(
      """
      seed \(seed), to be run alone with STREAMS_SEED=\(seed): \(problems.joined(separator: "; "))
      \(graph)
      The smallest that fails:
      \(smallest.report())
      """)
  }
}
