import HTTP
import PipelineRuntime
import RunEvents
import Streams
import Testing
import Values

/// A pipeline of random nodes over earlier ones, and a transport with random delays and refusals.
struct RandomGraph: CustomTestStringConvertible {
  let seed: Int
  let text: String
  let testDescription: String

  /// - Parameter isTimed: whether there are operators whose result depends on who comes first.
  init(seed: Int, isTimed: Bool) {
    var random = SeededGenerator(seed: UInt64(seed))
    let count = Int.random(in: 2...9, using: &random)
    var lines: [String] = []
    for place in 0..<count {
      let steps = Self.chain(place, depth: 0, isTimed: isTimed, using: &random)
      lines.append("  n\(place): [ \(steps.joined(separator: ", ")) ]")
    }
    // Nodes stand in any order in a file.
    lines.shuffle(using: &random)
    let nodes = (0..<count).map { "n\($0)" }.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    let output = "output: [\(nodes.joined(separator: ", "))]"
    let clients =
      "clients: { api: { baseURL: 'http://a.test', concurrency: \(Int.random(in: 1...3, using: &random)) } }"
    text = ([clients, "nodes:"] + lines + [output]).joined(separator: "\n")
    self.seed = seed
    testDescription = "seed \(seed)"
  }

  private static func chain(
    _ node: Int, depth: Int, isTimed: Bool, using random: inout SeededGenerator
  ) -> [String] {
    var steps = [source(node, depth: depth, isTimed: isTimed, using: &random)]
    var mayRetry = steps[0].hasPrefix("fetch") || steps[0].hasPrefix("sequence") || steps[0].hasPrefix("fail")
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      let step = transform(node, depth: depth, isTimed: isTimed, mayRetry: mayRetry, using: &random)
      if step.contains("from") || step.contains("Many") || step.contains("Latest") { mayRetry = false }
      steps.append(step)
    }
    return steps
  }

  private static func source(
    _ node: Int, depth: Int, isTimed: Bool, using random: inout SeededGenerator
  ) -> String {
    func input(using random: inout SeededGenerator) -> String {
      guard node > 0, Bool.random(using: &random) else {
        guard depth < 2 else { return "[ just: 1 ]" }
        return "[ \(chain(node, depth: depth + 1, isTimed: isTimed, using: &random).joined(separator: ", ")) ]"
      }
      return "n\(Int.random(in: 0..<node, using: &random))"
    }
    let joins = ["zipMany", "concatMany"] + (isTimed ? ["combineLatest", "mergeMany"] : [])
    switch Int.random(in: 0...9, using: &random) {
    case 0: return "just: \(Int.random(in: 0...3, using: &random))"
    case 1: return "sequence: [1, 2, 3, 4]"
    case 2, 3: return "fetch: /\(node)/\(depth)"
    case 4: return Int.random(in: 0...3, using: &random) == 0 ? "fail: broken" : "empty"
    case 5, 6: return node == 0 ? "sequence: [1, 2]" : "from: n\(Int.random(in: 0..<node, using: &random))"
    default:
      let inputs = (0..<Int.random(in: 0...3, using: &random)).map { _ in input(using: &random) }
      let join = joins[Int.random(in: 0..<joins.count, using: &random)]
      guard join == "zipMany" || join == "combineLatest", Bool.random(using: &random) else {
        return "\(join): [\(inputs.joined(separator: ", "))]"
      }
      return "\(join): { of: [\(inputs.joined(separator: ", "))], delayErrors: true }"
    }
  }

  private static func transform(
    _ node: Int, depth: Int, isTimed: Bool, mayRetry: Bool, using random: inout SeededGenerator
  ) -> String {
    switch Int.random(in: 0...15, using: &random) {
    case 0: return "prefix: \(Int.random(in: 0...2, using: &random))"
    case 1: return "delay: \(Int.random(in: 0...20, using: &random))ms"
    case 2: return "collect"
    case 3: return "fetch: /again/\(node)"
    case 4 where node > 0: return "map: $nodes.n\(Int.random(in: 0..<node, using: &random))"
    case 5 where depth < 2, 6 where depth < 2:
      let inner = chain(node, depth: depth + 1, isTimed: isTimed, using: &random).joined(separator: ", ")
      let order = isTimed && Bool.random(using: &random) ? "arrival" : "declared"
      return "flatMap: { do: [ \(inner) ], concurrency: \(Int.random(in: 1...3, using: &random)), order: \(order) }"
    case 7 where depth < 2:
      return "catch: [ \(chain(node, depth: depth + 1, isTimed: isTimed, using: &random).joined(separator: ", ")) ]"
    case 8: return "replaceError: oops"
    case 9: return "first"
    case 10: return "count"
    case 11 where isTimed: return "timeout: \(Int.random(in: 1...30, using: &random))ms"
    case 12 where mayRetry: return "retry: { times: 2, delay: \(Int.random(in: 0...5, using: &random))ms }"
    case 13: return "replaceEmpty: 0"
    case 14: return "receiveOn: utility"
    case 15: return "filter: $index"
    default: return "as: x"
    }
  }

  /// Answers with the path, after a time that `timing` and the request decide; `refusals` in a hundred are refused.
  func script(timing: Int, refusals: Int) -> ScriptedTransport.Script {
    { [seed] request, attempt in
      var random = SeededGenerator(seed: UInt64(seed))
      for byte in request.url.utf8 { random.mix(UInt64(byte)) }
      random.mix(UInt64(attempt))
      let isRefused = Int.random(in: 0..<100, using: &random) < refusals
      random.mix(UInt64(timing))
      let time = Duration.milliseconds(Int.random(in: 0...40, using: &random))
      return isRefused ? .status(500, after: time) : .json("\"\(request.url.dropFirst(13))\"", after: time)
    }
  }
}

/// The same numbers for the same seed.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func mix(_ value: UInt64) { state = (state ^ value) &* 0x100_0000_01B3 }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite("Random graphs")
struct RandomGraphTests {

  @Test("Whatever the graph, the run ends, keeps the events' contract and leaves nothing behind")
  func endsAlways() throws {
    for seed in 0..<400 {
      let graph = RandomGraph(seed: seed, isTimed: true)
      weak var scheduler: VirtualScheduler?
      weak var transport: ScriptedTransport?
      do {
        let trial = try Trial(graph.text, script: graph.script(timing: seed, refusals: 20))
        (scheduler, transport) = (trial.scheduler, trial.transport)
        trial.start()
        if seed % 4 == 0 {
          trial.scheduler.run(until: .milliseconds(seed % 37))
          trial.run.cancel(.signal(2))
        }
        trial.finish()
        trial.log.finish()
        if !trial.isOver {
          Issue.record("seed \(seed) does not end:\n\(graph.text)\n\(trial.ends)")
          return
        }
      }
      guard scheduler == nil, transport == nil else {
        Issue.record("seed \(seed) leaves something behind:\n\(graph.text)")
        return
      }
    }
  }

  @Test("Without operators of arrival the output is the same for any timing")
  func sameOutputForAnyTiming() throws {
    for seed in 0..<200 {
      let graph = RandomGraph(seed: seed, isTimed: false)
      var first: (output: [String], ends: [String])?
      for timing in 0..<3 {
        let trial = try Trial.run(graph.text, script: graph.script(timing: timing, refusals: 0))
        guard trial.outcome == "succeeded" else { continue }
        let ends = trial.ends.filter { !$0.hasSuffix("cancelled") }
        if let first, first.output != trial.output {
          Issue.record("seed \(seed), timing \(timing):\n\(graph.text)\n\(first)\n\(trial.output) \(ends)")
          return
        }
        first = (trial.output, ends)
      }
    }
  }
}
