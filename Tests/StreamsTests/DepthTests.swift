import Streams
import Testing

/// Nothing that a program can make long or deep becomes a deep call stack: all on a stack of 512 KB.
@Suite struct DepthTests {
  static let many = 100_000
  /// Deep enough to overflow, where each costs much.
  static let several = 20_000

  @Test func zipsAndMergesManyInputs() async {
    await onSmallStack {
      let inputs = (0..<Self.many).map { just($0) }
      #expect(collectVirtually(zipMany(inputs)).values == [Array(0..<Self.many)])
      #expect(collectVirtually(mergeMany(inputs)).values == Array(0..<Self.many))
      #expect(collectVirtually(concatMany(inputs)).values == Array(0..<Self.many))
      #expect(collectVirtually(combineLatest(inputs)).values == [Array(0..<Self.many)])
    }
  }

  @Test func runsALongFusedChain() async {
    await onSmallStack {
      var chain = sequence([1, 2])
      for _ in 0..<Self.many { chain = chain.map { $0 + 1 } }
      #expect(collectVirtually(chain).values == [Self.many + 1, Self.many + 2])
    }
  }

  @Test func runsALongChainOfSeparateNodes() async {
    await onSmallStack {
      var chain = sequence([1, 2])
      for _ in 0..<Self.many { chain = chain.catch { _ in empty() } }
      #expect(collectVirtually(chain).values == [1, 2])
      var failing: AnyPublisher<Int> = fail(Named(name: "e"))
      for _ in 0..<Self.many { failing = failing.append(just(1)) }
      #expect(collectVirtually(failing).failure as? Named == Named(name: "e"))
    }
  }

  @Test func letsGoOfALongChainThatNeverRan() async {
    await onSmallStack {
      var chain = just(1)
      for _ in 0..<Self.many { chain = chain.map { $0 + 1 }.flatMap { just($0) } }
    }
  }

  @Test func cancelsALongChain() async {
    await onSmallStack {
      var chain: AnyPublisher<Int> = never()
      for _ in 0..<Self.several { chain = chain.catch { _ in empty() } }
      let scheduler = VirtualScheduler()
      let count = Tracked.Count()
      let token = Probe<Int>().subscribe(
        holding(Tracked(count), chain), on: scheduler.makeQueue(label: "q"))
      chain = never()
      scheduler.run()
      token.cancel()
      scheduler.run()
      #expect(count.value == 0)
    }
  }

  @Test func flatMapsManySynchronousAndDelayedInners() async {
    await onSmallStack {
      for max in [1, 8] {
        let stream = sequence(0..<Self.many).flatMap(max: max) { value in
          value % 1000 == 7 ? just(value).delay(for: .milliseconds(1)) : just(value)
        }
        #expect(collectVirtually(stream).values == Array(0..<Self.many))
      }
      let arrival = sequence(0..<Self.many).flatMap(max: 4, order: .arrival) { just($0) }
      #expect(collectVirtually(arrival).values.sorted() == Array(0..<Self.many))
    }
  }

  @Test func nestsFlatMapsDeeply() async {
    @Sendable func nested(_ depth: Int) -> AnyPublisher<Int> {
      depth == 0 ? just(0) : just(depth).flatMap { nested($0 - 1) }.catch { throw $0 }
    }
    await onSmallStack { #expect(collectVirtually(nested(20_000)).values == [0]) }
  }

  @Test func retriesManyTimesAtOnce() async {
    await onSmallStack {
      let attempts = Attempts()
      let failing = deferred { () -> AnyPublisher<Int> in
        attempts.next() <= Self.many ? fail(Named(name: "again")) : just(1)
      }
      #expect(collectVirtually(failing.retry(Self.many)).values == [1])
      #expect(attempts.next() == Self.many + 2)
      let last = collectVirtually(fail(Named(name: "last"), Int.self).retry(3))
      #expect(last.failure as? Named == Named(name: "last"))
    }
  }

  @Test func switchesManyTimesAtOnce() async {
    await onSmallStack {
      let stream = sequence(0..<Self.several).switchMap { value in value % 2 == 0 ? never() : just(value) }
      #expect(collectVirtually(stream.last()).values == [Self.several - 1])
    }
  }

  @Test func filtersALongRunOfRejectsOnOneCredit() async {
    await onSmallStack {
      let stream = sequence(0...Self.several).filter { $0 == Self.several }.first()
      #expect(collectVirtually(stream).values == [Self.several])
    }
  }

  @Test func expandsManyTimes() async {
    await onSmallStack {
      let pages = just(1).expand { page in page < Self.several ? just(page + 1) : empty() }
      #expect(collectVirtually(pages.count()).values == [Self.several - 1])
    }
  }

  @Test func racesManyInputs() async {
    await onSmallStack {
      // All drop out but one, which is neither the first nor the last.
      let inputs = (0..<Self.many).map { $0 == 70_000 ? sequence([1, 2]) : $0 % 2 == 0 ? empty() : never() }
      #expect(collectVirtually(race(inputs)).values == [1, 2])
      let failing = (0..<Self.many).map { $0 < 500 ? empty() : fail(Named(name: "\($0)"), Int.self) }
      #expect(collectVirtually(race(failing)).failure as? Named == Named(name: "500"))
    }
  }

  @Test func joinsOfManyFailAndAreCancelledWithoutRecursion() async {
    await onSmallStack {
      for join in [{ zipMany($0) }, { combineLatest($0) }, { mergeMany($0).collect() }, { race($0).collect() }]
        as [@Sendable ([AnyPublisher<Int>]) -> AnyPublisher<[Int]>]
      {
        let count = Tracked.Count()
        do {
          let scheduler = VirtualScheduler()
          let inputs = (0..<Self.several).map { _ in holding(Tracked(count), never(Int.self)) }
          let probe = Probe<[Int]>()
          let failing = probe.subscribe(
            join(inputs + [just(1).append(fail(Named(name: "e")))]), on: scheduler.makeQueue(label: "q"))
          let cancelled = Probe<[Int]>().subscribe(join(inputs), on: scheduler.makeQueue(label: "r"))
          scheduler.run()
          #expect(probe.failure as? Named == Named(name: "e"))
          cancelled.cancel()
          scheduler.run()
          withExtendedLifetime(failing) {}
        }
        #expect(count.value == 0)
      }
    }
  }

  @Test func aMillionValuesGoThroughAChainAtOnce() async {
    await onSmallStack {
      let sum = sequence(0..<1_000_000).map { $0 + 1 }.filter { $0 % 2 == 0 }.map { $0 / 2 }.reduce(0, +)
      #expect(collectVirtually(sum).values == [500_000 * 500_001 / 2])
    }
  }

  @Test func tenThousandSeparateStepsOfEveryKind() async {
    await onSmallStack {
      let scheduler = VirtualScheduler()
      let (queue, other) = (scheduler.makeQueue(label: "q"), scheduler.makeQueue(label: "other"))
      var chain = sequence([1, 2, 3])
      for step in 0..<10_000 {
        switch step % 9 {
        case 0: chain = chain.flatMap(max: 2) { just($0) }
        case 1: chain = chain.timeout(.seconds(100))
        case 2: chain = chain.receive(on: step % 2 == 0 ? queue : other)
        case 3: chain = chain.retry(1)
        case 4: chain = chain.concatMap { just($0) }
        case 5: chain = chain.append(empty())
        case 6: chain = chain.subscribe(on: step % 2 == 0 ? other : queue)
        case 7: chain = mergeMany([chain])
        default: chain = chain.collect(1).map { $0[0] + 1 }.waiting(for: [just(0)]) { value, _ in value }
        }
      }
      let probe = Probe<Int>()
      let token = probe.subscribe(chain, on: queue)
      scheduler.run()
      let added = (0..<10_000).count { $0 % 9 == 8 }
      #expect(probe.values == [1 + added, 2 + added, 3 + added])
      #expect(probe.isFinished)
      withExtendedLifetime(token) {}
    }
  }

  @Test func aChainOfTenThousandSharedStreams() async {
    await onSmallStack {
      let scheduler = VirtualScheduler()
      let queue = scheduler.makeQueue(label: "q")
      var nodes = [sequence([1, 2]).multicast(on: queue)]
      for _ in 1..<10_000 { nodes.append(nodes[nodes.count - 1].map { $0 + 1 }.multicast(on: queue)) }
      let probe = Probe<Int>()
      let token = probe.subscribe(nodes[nodes.count - 1], on: queue)
      for node in nodes { node.connect(expecting: 1) }
      scheduler.run()
      #expect(probe.values == [10_000, 10_001])
      withExtendedLifetime(token) {}
    }
  }

  @Test func manyConsumersOfOneStream() async {
    await onSmallStack {
      let scheduler = VirtualScheduler()
      let queue = scheduler.makeQueue(label: "q")
      let node = sequence([1, 2]).multicast(on: queue)
      let consumers = (0..<Self.several).map { rank in node.consumer(rank: rank) }
      let probe = Probe<Int>()
      let token = probe.subscribe(mergeMany(consumers).count(), on: queue)
      node.connect(expecting: Self.several)
      scheduler.run()
      #expect(probe.values == [2 * Self.several])
      withExtendedLifetime(token) {}
    }
  }

  /// Some of the inner streams are delayed, so that both ways of going on to the next are met.
  @Test func manyInnerStreamsSomeOfThemDelayed() async {
    @Sendable func inner(_ value: Int) -> AnyPublisher<Int> {
      value % 7 == 3 ? just(value).delay(for: .microseconds(value % 3)) : just(value)
    }
    await onSmallStack {
      let outer = sequence(0..<Self.many)
      let arrival = collectVirtually(outer.flatMap(max: 5, order: .arrival, inner))
      #expect(arrival.values.sorted() == Array(0..<Self.many))
      let switched = collectVirtually(outer.concatMap(inner).switchMap(inner).last())
      #expect(switched.values == [Self.many - 1])
      let pages = just(0).expand { page in page < Self.many ? inner(page).map { $0 + 1 } : empty() }
      #expect(collectVirtually(pages.count()).values == [Self.many])
      let fan = just(0).expand { page in page == 0 ? sequence(1...Self.many) : inner(page).filter { _ in false } }
      #expect(collectVirtually(fan.count()).values == [Self.many])
    }
  }

  @Test func manyRetriesSomeOfThemDelayed() async {
    await onSmallStack {
      let attempts = Attempts()
      let policy = RetryPolicy(times: Self.many, delay: { attempt, _ in .microseconds(attempt % 7 == 3 ? 1 : 0) })
      let failing = deferred { () -> AnyPublisher<Int> in
        attempts.next() <= Self.many ? just(0).append(fail(Named(name: "again"))) : just(1)
      }
      #expect(collectVirtually(failing.retry(policy).count()).values == [Self.many + 1])
    }
  }
}
