import Streams
import Testing

/// A graph that bounded lines would stall goes on, with the smallest full line doubled; memory is bounded by a cap.
@Suite struct GrowthTests {
  let monitor = EdgeMonitor()
  let scheduler: VirtualScheduler
  let queue: SerialQueue

  init() {
    scheduler = VirtualScheduler(edgeMonitor: monitor)
    queue = scheduler.makeQueue(label: "q")
  }

  private func run<Value: Sendable>(_ stream: AnyPublisher<Value>, _ node: Multicast<Int>) -> Probe<Value> {
    let probe = Probe<Value>()
    let token = probe.subscribe(stream, on: queue)
    node.connect()
    scheduler.run()
    #expect(scheduler.ledger.isQuiescent)
    withExtendedLifetime(token) {}
    return probe
  }

  private func mark(_ name: String) -> Int? { monitor.marks.first { $0.name == name }?.highWaterMark }

  @Test func zipOfAStreamAndAllOfIt() {
    let a = sequence(1...1000).multicast(on: queue, label: "a")
    let probe = run(
      zipMany([a.consumer(rank: 0, name: "rows").map { [$0] }, a.consumer(rank: 1, name: "all").collect()]), a)
    #expect(probe.values == [[[1], Array(1...1000)]])
    #expect(probe.isFinished)
    // 64 wait in the zip's lane, the others in the line.
    #expect(mark("zipMany input 1") == 64)
    #expect(mark("a → rows") == 1000 - 64)
    // The consumer that takes all is never behind.
    #expect((1...64).contains(mark("a → all") ?? 0))
    // From 64 by doubling to 1024.
    #expect(scheduler.ledger.stallCount == 4)
  }

  @Test func zipOfAStreamAndItsLaterPart() {
    for isReversed in [false, true] {
      let a = sequence(0..<3000).multicast(on: queue, label: "a")
      let (late, early) = (a.dropFirst(1000), a.eraseToAnyPublisher())
      let probe = run(zipMany(isReversed ? [early, late] : [late, early]), a)
      #expect(probe.values == (0..<2000).map { isReversed ? [$0, $0 + 1000] : [$0 + 1000, $0] })
      #expect(probe.isFinished)
    }
  }

  @Test func appendOfAStreamToItselfInABoundedLine() {
    let a = sequence(0..<500).multicast(on: queue, label: "a", capacity: 8)
    let probe = run(a.append(a.lateConsumer(name: "again")), a)
    #expect(probe.values == Array(0..<500) + Array(0..<500))
    #expect(probe.isFinished)
    #expect(mark("a → again") == 500)
    #expect(scheduler.ledger.stallCount == 6)
  }

  @Test func appendOfAStreamToItselfBeyondTheCap() {
    let a = sequence(0..<500).multicast(on: queue, label: "a", capacity: 8, maximumCapacity: 100)
    let probe = run(a.append(a.lateConsumer(name: "again")), a)
    #expect((probe.failure as? StallError)?.edges == ["a → again"])
    #expect((probe.failure as? StallError)?.capacity == 100)
    // What was in line for the first comes before the failure.
    #expect(probe.values == Array(0..<100))
  }

  @Test func combineLatestOfASlowAndAFastConsumerIsPacedByTheSlow() {
    let a = sequence(0..<300).multicast(on: queue, label: "a")
    let slow = a.consumer(rank: 1, name: "slow").flatMap(max: 1) { just($0).delay(for: .milliseconds(1)) }
    let probe = run(combineLatest([a.consumer(rank: 0, name: "fast"), slow]), a)
    #expect(probe.values.last == [299, 299])
    #expect(probe.isFinished)
    #expect(scheduler.ledger.stallCount == 0)
    #expect(mark("a → slow") == 64)
    #expect((1...64).contains(mark("a → fast") ?? 0))
    // After the first row every value of either gives one.
    let first = probe.values[0]
    #expect(first[1] == 0)
    #expect(probe.values.count == 1 + (299 - first[0]) + 299)
  }

  @Test func combineLatestOfAStreamAndAllOfIt() {
    let a = sequence(0..<300).multicast(on: queue, label: "a", capacity: 4)
    let probe = run(combineLatest([a.map { [$0] }, a.collect()]), a)
    // The first input conflates until the second has its one value, and needs no line for that.
    #expect(probe.values.last == [[299], Array(0..<300)])
    #expect(probe.isFinished)
    #expect(scheduler.ledger.stallCount == 0)
  }

  @Test func theSmallestFullLineGrowsFirst() {
    let (a, b) = (
      sequence(0..<100).multicast(on: queue, label: "a", capacity: 16),
      sequence(0..<100).multicast(on: queue, label: "b", capacity: 2)
    )
    b.connect()
    let streams = [a.append(a.lateConsumer()), b.append(b.lateConsumer())]
    let probe = run(zipMany(streams), a)
    #expect(probe.values == (0..<200).map { [$0 % 100, $0 % 100] })
    // 2 4 8 16 32 64 128 and 16 32 64 128.
    #expect(scheduler.ledger.stallCount == 9)
  }

  @Test func theCapsMessageNamesEveryFullLine() {
    let a = sequence(0...).multicast(on: queue, label: "a", capacity: 4, maximumCapacity: 4)
    let full = (1...2).map { a.consumer(rank: $0, name: "rows \($0)").map { [$0] } }
    let probe = run(zipMany(full + [a.consumer(rank: 0, name: "all").collect()]), a)
    let error = probe.failure as? StallError
    #expect(error?.edges == ["a → rows 1", "a → rows 2"])
    #expect(error?.description == "the graph is stuck: 4 values wait at a → rows 1, a → rows 2, and no more may")
  }

  @Test func allConsumersHearOfTheStallAfterTheirValues() {
    let a = sequence(0..<100).multicast(on: queue, label: "a", capacity: 4, maximumCapacity: 8)
    let (kept, other) = (Probe<Int>(), Probe<Int>())
    // Never asks for more than two values.
    let tokens = [kept.subscribe(a, on: queue, demand: .max(2)), other.subscribe(a, on: queue)]
    a.connect()
    scheduler.run()
    #expect(other.values == Array(0..<10))
    #expect(other.failure is StallError)
    #expect(kept.values == [0, 1] && !kept.hasEnded)
    withExtendedLifetime(tokens) {}
  }

  @Test func aFullLineThatNobodySuffersFromStaysAsItIs() {
    let a = sequence(0..<100).multicast(on: queue, label: "a", capacity: 2, maximumCapacity: 2)
    let (slow, other) = (Probe<Int>(), Probe<Int>())
    let tokens = [slow.subscribe(a, on: queue, demand: .max(1)), other.subscribe(a, on: queue, demand: .max(3))]
    a.connect()
    scheduler.run()
    #expect(slow.values == [0] && other.values == [0, 1, 2])
    #expect(scheduler.ledger.stallCount == 0)
    #expect(!slow.hasEnded && !other.hasEnded)
    withExtendedLifetime(tokens) {}
  }

  @Test func aFullLineWhoseConsumerLeavesHoldsNobodyUp() {
    let a = sequence(0..<100).multicast(on: queue, label: "a", capacity: 4)
    let (idle, other) = (Probe<Int>(), Probe<Int>())
    let leaving = idle.subscribe(a, on: queue, demand: .none)
    // Something is under way until then, so that nothing grows.
    let timer = queue.asyncAfter(.milliseconds(5)) { leaving.cancel() }
    let token = other.subscribe(a, on: queue)
    a.connect()
    scheduler.run(until: .milliseconds(4))
    #expect(other.values == Array(0..<4))
    scheduler.run()
    #expect(other.values == Array(0..<100) && other.isFinished)
    #expect(scheduler.ledger.stallCount == 0)
    #expect(!idle.hasEnded)
    withExtendedLifetime((token, timer)) {}
  }

  @Test func aLineGrowsAcrossQueues() {
    let scheduler = DispatchScheduler(edgeMonitor: monitor)
    let queues = (0..<4).map { scheduler.makeQueue(label: "q\($0)") }
    let a = sequence(0..<3000).multicast(on: queues[0], label: "a")
    let b = a.dropFirst(500).subscribe(on: queues[1]).multicast(on: queues[2], label: "b")
    let probe = Probe<[Int]>()
    let token = probe.subscribe(
      zipMany([a.eraseToAnyPublisher(), b.dropFirst(500), b.collect().map(\.count)]), on: queues[3])
    a.connect(expecting: 2)
    b.connect(expecting: 2)
    probe.waitForEnd()
    #expect(probe.values == [[0, 1000, 2500]])
    withExtendedLifetime(token) {}
  }
}
