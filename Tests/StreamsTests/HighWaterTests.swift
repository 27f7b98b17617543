import Streams
import Testing

/// Every line's high-water mark is known, and none exceeds what the line is bounded by.
@Suite struct HighWaterTests {
  let monitor = EdgeMonitor()
  let scheduler: VirtualScheduler
  let queue: SerialQueue

  init() {
    scheduler = VirtualScheduler(edgeMonitor: monitor)
    queue = scheduler.makeQueue(label: "q")
  }

  private func run<Value: Sendable>(_ stream: some Publisher<Value>, demand: Demand = .unlimited) -> [String: Int] {
    let token = Probe<Value>().subscribe(stream, on: queue, demand: demand)
    scheduler.run()
    withExtendedLifetime(token) {}
    return Dictionary(monitor.marks.map { ($0.name, $0.highWaterMark) }, uniquingKeysWith: max)
  }

  @Test func aZipsLanesStayWithinTheirWindow() {
    let slow = interval(.milliseconds(1)).prefix(100)
    let marks = run(zipMany([sequence(0...), slow, sequence(0..<300)]))
    #expect(marks["zipMany input 1"] == 64)
    #expect(marks["zipMany input 2"] == 1)
    #expect(marks["zipMany input 3"] == 64)
  }

  @Test func aZipsLanesStayWithinTheDemand() {
    let marks = run(zipMany([sequence(0...), never()]), demand: .max(7))
    #expect(marks["zipMany input 1"] == 7)
    #expect(marks["zipMany input 2"] == 0)
  }

  @Test func aZipsLanesStayWithinTheirWindowAcrossQueues() {
    let other = scheduler.makeQueue(label: "other")
    let marks = run(zipMany([sequence(0..<500).subscribe(on: other), interval(.milliseconds(1)).prefix(500)]))
    #expect(marks["zipMany input 1"] == 64)
  }

  @Test func combineLatestHoldsOneValueOfEachInput() {
    let marks = run(combineLatest([sequence(0..<50), sequence(0..<90)]), demand: .max(20))
    #expect(marks["combineLatest input 1"] == 1)
    #expect(marks["combineLatest input 2"] == 1)
  }

  @Test func aMergesLinesStayWithinTheDemand() {
    let marks = run(mergeMany([sequence(0...), sequence(0...), never()]), demand: .max(20))
    #expect(marks["mergeMany input 1"] == 20)
    #expect(marks["mergeMany input 2"] == 20)
    #expect(marks["mergeMany input 3"] == 0)
    let wide = run(mergeMany([sequence(0...), sequence(0...)]), demand: .max(1000))
    #expect(wide["mergeMany input 2"] == 64)
  }

  @Test func partsAndRunnersHaveNames() {
    let marks = run(concatMany([sequence(0..<10), sequence(0..<70)]))
    #expect(marks["concatMany input 1"] == 10)
    #expect(marks["concatMany input 2"] == 64)
    #expect(run(race([never(), sequence(0..<5)]))["race input 2"] == 5)
  }

  @Test func aSharedStreamsEdgesCarryBothEndsNames() {
    let node = sequence(0..<200).multicast(on: queue, label: "prices", capacity: 16)
    node.connect(expecting: 3)
    let slow = node.consumer(rank: 0, name: "report").flatMap(max: 1) { just($0).delay(for: .milliseconds(1)) }
    let marks = run(mergeMany([slow, node.consumer(rank: 1, name: "total"), node.eraseToAnyPublisher()]))
    #expect(marks["prices → report"] == 16)
    // Without a name: in the order of subscription, in which the flatMap's, a step further up, comes last.
    for name in ["prices → total", "prices → consumer 2", "prices (shared)"] {
      #expect((1...16).contains(marks[name] ?? 0))
    }
  }

  @Test func aGrownLineShows() {
    let node = sequence(0..<1000).multicast(on: queue, label: "a")
    node.connect(expecting: 2)
    let marks = run(
      zipMany([node.consumer(rank: 0, name: "late").dropFirst(500), node.consumer(rank: 1, name: "early")]))
    // The edge is the zip's second input as well: what waits in its lane, and what in the line above.
    #expect((65...512).contains(marks["a → early"] ?? 0))
    #expect((1...64).contains(marks["a → late"] ?? 0))
  }

  @Test func nothingIsCountedWithoutAMonitor() {
    let plain = VirtualScheduler()
    let token = Probe<[Int]>().subscribe(zipMany([sequence(0..<9), never()]), on: plain.makeQueue(label: "q"))
    plain.run()
    #expect(plain.edgeMonitor == nil && monitor.marks == [])
    withExtendedLifetime(token) {}
  }
}
