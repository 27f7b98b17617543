import Streams
import Testing

@Suite struct RetryTests {
  @Test func aConstantBackoffIsTheSameEachTime() {
    let backoff = Backoff.constant(.milliseconds(30))
    #expect((1...4).map { backoff.delay(before: $0).ms } == [30, 30, 30, 30])
  }

  @Test func anExponentialBackoffGrowsUpToItsLongest() {
    let backoff = Backoff.exponential(initial: .milliseconds(100), max: .seconds(1))
    #expect(
      [1, 2, 3, 4, 5, 6, 100_000].map { backoff.delay(before: $0) }
        == [100, 200, 400, 800, 1_000, 1_000, 1_000].map { .milliseconds($0) })
    let slow = Backoff.exponential(initial: .milliseconds(8), factor: 1.5)
    #expect((1...4).map { slow.delay(before: $0) } == [8, 12, 18, 27].map { .milliseconds($0) })
  }

  /// Each could come from a file, and none may trap.
  @Test(arguments: [
    Backoff.exponential(initial: .seconds(1), factor: 10), .exponential(initial: .seconds(Int64.max), factor: 2),
    .exponential(initial: .milliseconds(1), factor: .infinity), .exponential(initial: .zero, factor: .infinity),
    .exponential(initial: .seconds(1), factor: .nan), .exponential(initial: .seconds(1), factor: -3),
    .exponential(initial: .seconds(-1), factor: 2, max: .seconds(-5)), .constant(.seconds(-1)),
    .constant(.seconds(Int64.max), jitter: .nan), .constant(.seconds(1), jitter: 7), .constant(.seconds(1), jitter: -7),
  ]) func whateverIsAskedTheWaitIsOneThatATimerTakes(_ backoff: Backoff) {
    for attempt in [-1, 0, 1, 2, 1_000, .max] {
      for chance in [0, 0.5, 1, 2, -1, .nan, .infinity] {
        let wait = backoff.delay(before: attempt) { chance }
        #expect(wait >= .zero && wait <= .seconds(1 << 30))
      }
    }
  }

  @Test func jitterShortensByWhatChanceSays() {
    let whole = Backoff.constant(.milliseconds(100), jitter: 1)
    #expect([0, 0.25, 1].map { chance in whole.delay(before: 1) { chance }.ms } == [100, 75, 0])
    let half = Backoff.exponential(initial: .milliseconds(100), max: .milliseconds(200), jitter: 0.5)
    #expect([1, 2, 3].map { half.delay(before: $0) { 0.5 }.ms } == [75, 150, 150])
    let none = Backoff.exponential(initial: .milliseconds(100))
    #expect(
      none.delay(before: 1) {
        Issue.record("chance was asked")
        return 0
      } == .milliseconds(100))
  }

  @Test func theSameChanceGivesTheSameWaits() {
    func waits() -> [Int] {
      let random = Guarded(Xorshift(seed: 7))
      let log = Guarded<[Int]>([])
      let policy = RetryPolicy(
        times: 5, backoff: .exponential(initial: .milliseconds(64), jitter: 1),
        random: { random.withLock { .random(in: 0..<1, using: &$0) } },
        onRetry: { attempt in log.withLock { $0.append(attempt.delay.ms) } })
      collectVirtually(fail(Named(name: "e"), Int.self).retry(policy))
      return log.withLock { $0 }
    }
    let first = waits()
    #expect(first == waits())
    #expect(first.count == 5 && Set(first).count > 1)
    for (attempt, wait) in first.enumerated() { #expect(wait <= 64 << attempt) }
  }

  @Test func eachWaitIsOnTheClock() {
    let scheduler = VirtualScheduler()
    let log = Log()
    let failing = deferred { () -> AnyPublisher<Int> in
      log.add("\(scheduler.now.ms)")
      throw Named(name: "e")
    }
    let probe = Probe<Int>()
    let token = probe.subscribe(
      failing.retry(.init(times: 4, backoff: .exponential(initial: .milliseconds(10), max: .milliseconds(35)))),
      on: scheduler.makeQueue(label: "q"))
    scheduler.run()
    #expect(log.lines == ["0", "10", "30", "65", "100"])
    #expect(probe.failure as? Named == Named(name: "e"))
    withExtendedLifetime(token) {}
  }

  @Test func whatIsNotWorthItIsNotTriedAgainAndAskedOnlyWhileAttemptsAreLeft() {
    let asked = Log()
    let policy = RetryPolicy(
      times: 1,
      isRetryable: { _ in
        asked.add("asked")
        return true
      })
    #expect(collectVirtually(fail(Named(name: "e"), Int.self).retry(policy)).failure as? Named == Named(name: "e"))
    #expect(asked.lines == ["asked"])
    #expect(collectVirtually(fail(Named(name: "e"), Int.self).retry(-3)).failure as? Named == Named(name: "e"))
  }

  /// A shared stream does not run again: its failure is all there is, and there is no hang.
  @Test func retryingASharedStreamGivesItsFailureAgain() {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let runs = Attempts()
    let node = deferred { () -> AnyPublisher<Int> in
      _ = runs.next()
      return just(1).append(fail(Named(name: "e")))
    }.multicast(on: queue, replay: true)
    let probe = Probe<Int>()
    let token = probe.subscribe(node.retry(2), on: queue)
    node.connect()
    scheduler.run()
    #expect(probe.values == [1, 1, 1])
    #expect(probe.failure as? Named == Named(name: "e"))
    #expect(runs.next() == 2)
    withExtendedLifetime(token) {}
  }

  @Test func aHandlerThatThrowsFailsTheStreamWithWhatItThrew() {
    let caught = fail(Named(name: "e"), Int.self).catch { _ in throw Named(name: "handler") }
    #expect(collectVirtually(caught).failure as? Named == Named(name: "handler"))
    let replaced = fail(Named(name: "e"), Int.self).replaceError { _ in throw Named(name: "maker") }
    #expect(collectVirtually(replaced).failure as? Named == Named(name: "maker"))
  }
}
