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
}
