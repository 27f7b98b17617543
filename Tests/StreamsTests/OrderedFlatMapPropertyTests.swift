import Streams
import Testing

/// Whatever the timing, the limit and the credit, `flatMap` in declared order gives what a loop over the inner streams
/// gives: their values one stream after the other, up to and with the first failure.
@Suite struct OrderedFlatMapPropertyTests {
  @Test func everyTimingGivesWhatALoopGives() {
    for seed in 1...UInt64(400) {
      var random = Xorshift(seed: seed)
      let program = Program(&random)
      let outcome = run(program, max: Int.random(in: 1...5, using: &random), &random)
      #expect(outcome == program.expected, "seed \(seed): \(program)")
    }
  }

  /// In order of arrival the values are the same without their order, where nothing fails.
  @Test func inOrderOfArrivalNothingIsLost() {
    for seed in 1...UInt64(200) {
      var random = Xorshift(seed: seed)
      let program = Program(&random, mayFail: false)
      let outcome = run(program, max: Int.random(in: 1...5, using: &random), order: .arrival, &random)
      #expect(outcome.last == "|", "seed \(seed): \(program)")
      #expect(outcome.sorted() == program.expected.sorted(), "seed \(seed): \(program)")
      for k in program.inners.indices {
        #expect(outcome.filter { $0.hasPrefix("\(k).") } == program.values(of: k), "seed \(seed): \(program)")
      }
    }
  }

  private func run(_ program: Program, max: Int, order: FlatMapOrder = .declared, _ random: inout Xorshift) -> [String]
  {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let recorder = Recorder()
    let outer = ScriptSource(name: "A", events: Timeline.events(program.outer), recorder: recorder)
    let stream = outer.flatMap(max: max, order: order) { value in
      ScriptSource(
        name: "I\(value)", events: Timeline.events(program.inners[Int(value) ?? 0]), recorder: recorder
      ).eraseToAnyPublisher()
    }
    var grants: [(demand: Demand, time: Int)] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      grants.append((.max(.random(in: 1...6, using: &random)), .random(in: 0...30, using: &random)))
    }
    grants.append((.unlimited, .random(in: 0...60, using: &random)))
    let subscriber = TimelineSubscriber(queue: queue, grants: grants)
    stream.subscribe(subscriber, on: queue)
    scheduler.run()
    #expect(scheduler.ledger.isQuiescent)
    return subscriber.transcript.split(" ").map { $0.split("@")[0] }
  }

  /// An outer script and the inner ones, in the notation of the timelines.
  struct Program: CustomStringConvertible {
    private(set) var outer = ""
    private(set) var inners: [String] = []

    var description: String { "A=\(outer) ; " + inners.joined(separator: " ; ") }

    init(_ random: inout Xorshift, mayFail: Bool = true) {
      var time = 0
      for k in 0..<Int.random(in: 0...9, using: &random) {
        time += .random(in: 0...4, using: &random)
        outer += "\(k)@\(time) "
        var innerTime = 0
        var inner = ""
        for index in 0..<Int.random(in: 0...4, using: &random) {
          innerTime += .random(in: 0...6, using: &random)
          inner += "\(k).\(index)@\(innerTime) "
        }
        innerTime += .random(in: 0...3, using: &random)
        let fails = mayFail && Int.random(in: 0..<10, using: &random) == 0
        inners.append(inner + (fails ? "#e\(k)@\(innerTime)" : "|@\(innerTime)"))
      }
      let fails = mayFail && Int.random(in: 0..<5, using: &random) == 0
      outer += fails ? "#outer@\(time)" : "|@\(time)"
    }

    func values(of k: Int) -> [String] { inners[k].split(" ").map { $0.split("@")[0] }.filter { $0.contains(".") } }

    var expected: [String] {
      var result: [String] = []
      for (k, inner) in inners.enumerated() {
        result += values(of: k)
        if inner.contains("#") { return result + ["#e\(k)"] }
      }
      return result + [outer.contains("#") ? "#outer" : "|"]
    }
  }
}

/// The same numbers for the same seed, on every machine.
struct Xorshift: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}
