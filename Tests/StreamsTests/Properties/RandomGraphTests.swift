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
      if chunk > 0 { return }
      print(GraphPlan(seed: seed).report())
      return report([seed].filter(fails))
    }
    report(stride(from: chunk, to: Self.seeds, by: Self.chunks).filter(fails))
  }

  private func fails(_ seed: Int) -> Bool {
    if Self.environment["STREAMS_TRACE"] != nil { print("seed \(seed)") }
    return !GraphPlan(seed: seed).runVirtually().problems.isEmpty
  }

  /// The first in full, the rest by their numbers.
  private func report(_ failing: [Int]) {
    guard let seed = failing.first else { return }
    let graph = GraphPlan(seed: seed)
    let smallest = graph.shrunk { !$0.runVirtually().problems.isEmpty }
    Issue.record(
      """
      \(failing.count) graphs of this chunk fail: \(failing.prefix(20).map(String.init).joined(separator: ", "))
      To be run alone with STREAMS_SEED=\(seed): \(graph.runVirtually().problems.joined(separator: "; "))
      \(graph)
      The smallest that fails:
      \(smallest.report())
      """)
  }
}
