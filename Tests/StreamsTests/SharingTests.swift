import Streams
import Testing

@Suite struct SharingTests {
  @Test func aDiamondOfACollectedStreamGrowsItsEdgeOnVirtualTime() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let a = sequence(1...1000).multicast(on: queue, label: "a")
    let probe = Probe<[[Int]]>()
    let token = probe.subscribe(zipMany([a.map { [$0] }, a.collect()]), on: queue)
    a.connect()
    scheduler.run()
    #expect(probe.values == [[[1], Array(1...1000)]])
    #expect(probe.isFinished)
    #expect(scheduler.ledger.stallCount > 0)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [1, 2, 3]) func aDiamondEndsOnDispatch(queues: Int) {
    let scheduler = DispatchScheduler()
    let all = (0..<queues).map { scheduler.makeQueue(label: "q\($0)") }
    let a = sequence(1...1000).multicast(on: all[0], label: "a")
    let probe = Probe<[[Int]]>()
    let token = probe.subscribe(
      zipMany([a.map { [$0] }.subscribe(on: all[queues / 2]), a.collect()]), on: all[queues - 1])
    a.connect(expecting: 2)
    probe.waitForEnd()
    #expect(probe.values == [[[1], Array(1...1000)]])
    withExtendedLifetime(token) {}
  }

  @Test func aDiamondBehindATimeoutDoesNotTimeOut() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let a = sequence(1...1000).multicast(on: queue, label: "a")
    let probe = Probe<[[Int]]>()
    let token = probe.subscribe(zipMany([a.map { [$0] }, a.collect()]).timeout(.seconds(1)), on: queue)
    a.connect()
    scheduler.run()
    #expect(probe.values.count == 1)
    withExtendedLifetime(token) {}
  }

  @Test func aStallBeyondTheCapFailsNamingTheEdges() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let a = sequence(1...10_000).multicast(on: queue, label: "a", capacity: 4, maximumCapacity: 100)
    let probe = Probe<[[Int]]>()
    let token = probe.subscribe(
      zipMany([a.consumer(rank: 0, name: "rows").map { [$0] }, a.consumer(rank: 1, name: "all").collect()]), on: queue)
    a.connect()
    scheduler.run()
    let error = probe.failure as? StallError
    #expect(error?.edges == ["a → rows"])
    #expect(error?.capacity == 100)
    withExtendedLifetime(token) {}
  }

  @Test func appendOfANodeToItselfEnds() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let a = sequence(1...500).multicast(on: queue, label: "a")
    let probe = Probe<Int>()
    // The second is subscribed late; a node that keeps its values serves it all the same.
    let kept = sequence(1...500).multicast(on: queue, label: "kept", replay: true)
    let token = probe.subscribe(kept.append(kept), on: queue)
    kept.connect()
    scheduler.run()
    #expect(probe.values == Array(1...500) + Array(1...500))
    withExtendedLifetime((token, a)) {}
  }

  @Test func alatecomerToAReplayingNodeGetsEverythingAndTheEnd() {
    let scheduler = VirtualScheduler()
    let (queue, other) = (scheduler.makeQueue(label: "q"), scheduler.makeQueue(label: "other"))
    let node = sequence(1...200).append(fail(Named(name: "e"))).multicast(on: queue, replay: true)
    let (first, late) = (Probe<Int>(), Probe<Int>())
    let one = first.subscribe(node, on: queue)
    node.connect()
    scheduler.run()
    let two = late.subscribe(node, on: other)
    scheduler.run()
    for probe in [first, late] {
      #expect(probe.values == Array(1...200))
      #expect(probe.failure as? Named == Named(name: "e"))
    }
    withExtendedLifetime((one, two)) {}
  }

  @Test func theRunHappensOnceAndOneConsumersCancelDisturbsNoOther() {
    let scheduler = VirtualScheduler()
    let queues = (0..<3).map { scheduler.makeQueue(label: "q\($0)") }
    let runs = Attempts()
    let node = deferred { () -> AnyPublisher<Int> in
      _ = runs.next()
      return interval(.milliseconds(1)).prefix(10)
    }.multicast(on: queues[0])
    let probes = (0..<3).map { _ in Probe<Int>() }
    let tokens = zip(probes, queues).map { $0.subscribe(node, on: $1) }
    node.connect(expecting: 3)
    scheduler.run(until: .milliseconds(5))
    tokens[1].cancel()
    scheduler.run()
    #expect(probes[0].values == Array(0..<10))
    #expect(probes[1].values == Array(0..<5))
    #expect(probes[2].values == Array(0..<10))
    #expect(runs.next() == 2)
  }

  @Test func consumersAreServedByRankWhateverTheOrderOfSubscription() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let log = Log()
    let node = sequence([1, 2]).multicast(on: queue)
    let tokens = [2, 0, 1].map { rank in
      node.consumer(rank: rank).sink(
        on: queue, receiveCompletion: { _ in log.add("\(rank)|") }, receiveValue: { log.add("\(rank):\($0)") })
    }
    node.connect()
    scheduler.run()
    #expect(
      log.lines
        == ["0:1", "0:2", "1:1", "1:2", "2:1", "2:2", "0|", "1|", "2|"].sorted { a, b in
          log.lines.firstIndex(of: a) ?? 0 < log.lines.firstIndex(of: b) ?? 0
        })
    #expect(log.lines.firstIndex(of: "0:1")! < log.lines.firstIndex(of: "1:1")!)
    #expect(log.lines.firstIndex(of: "1:1")! < log.lines.firstIndex(of: "2:1")!)
    withExtendedLifetime(tokens) {}
  }

  @Test func theSourceIsAskedForNoMoreThanSomeConsumerWants() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let requested = Log()
    let node = sequence(1...100).handleEvents(receiveOutput: { requested.add("\($0)") }).multicast(on: queue)
    let probes = (0..<2).map { _ in Probe<Int>() }
    let tokens = probes.map { $0.subscribe(node.prefix(1), on: queue, demand: .max(1)) }
    node.connect()
    scheduler.run()
    #expect(requested.lines == ["1"])
    #expect(probes.allSatisfy { $0.values == [1] && $0.isFinished })
    withExtendedLifetime(tokens) {}
  }

  @Test func theLastConsumerToLeaveCancelsTheSource() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let recorder = Recorder()
    let node = ScriptSource(name: "S", events: Timeline.events("1@0 2@9"), recorder: recorder).multicast(on: queue)
    let tokens = (0..<2).map { _ in Probe<String>().subscribe(node, on: queue) }
    node.connect()
    scheduler.run(until: .milliseconds(1))
    tokens[0].cancel()
    scheduler.run(until: .milliseconds(2))
    #expect(recorder.cancels == [])
    tokens[1].cancel()
    scheduler.run()
    #expect(recorder.cancels == ["S!2"])
  }
}
