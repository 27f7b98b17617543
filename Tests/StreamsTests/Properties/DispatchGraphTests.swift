import Foundation
import Streams
import Testing

/// The random graphs on real threads: several at once, with delays of up to some milliseconds and cancels from other
/// threads at random moments. Results are the model's, and nothing is left.
///
/// `STREAMS_SEED` and `STREAMS_SEEDS` as for virtual time; `STREAMS_ROUNDS=50` runs each that often.
@Suite(.serialized) struct DispatchGraphTests {
  static let seeds = RandomGraphTests.environment["STREAMS_SEEDS"].flatMap(Int.init) ?? 400
  static let atOnce = 4

  @Test func fourHundredGraphsGiveWhatTheModelGives() async {
    let only = RandomGraphTests.environment["STREAMS_SEED"].flatMap(Int.init)
    let rounds = RandomGraphTests.environment["STREAMS_ROUNDS"].flatMap(Int.init) ?? 1
    let seeds = (0..<rounds).flatMap { _ in only.map { [$0] } ?? Array(0..<Self.seeds) }
    await withTaskGroup(of: [String].self) { group in
      for lane in 0..<Self.atOnce {
        let mine = stride(from: lane, to: seeds.count, by: Self.atOnce).map { seeds[$0] }
        group.addTask { await Self.run(mine) }
      }
      for await problems in group { for problem in problems { Issue.record(Comment(rawValue: problem)) } }
    }
  }

  /// On a thread of its own, since it waits.
  private static func run(_ seeds: [Int]) async -> [String] {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        var all: [String] = []
        for seed in seeds {
          let graph = GraphPlan(seed: seed)
          guard graph.canBeAwaited else { continue }
          let problems = graph.runOnDispatch(pause: Int.random(in: 0..<2000))
          if !problems.isEmpty { all.append("\(graph)\n\(problems.joined(separator: "\n"))") }
        }
        done.resume(returning: all)
      }
    }
  }
}
