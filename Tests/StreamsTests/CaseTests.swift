import Streams
import Testing

/// Situations that every engine of this kind has got wrong somewhere, C14 to C18. Times are virtual, and so exact.
@Suite struct CaseTests {
  private let scheduler = VirtualScheduler()
  private let log = Log()

  /// One value after `time`, as a request would bring it.
  private func request(_ name: String, _ time: Duration) -> AnyPublisher<String> {
    let (scheduler, log) = (scheduler, log)
    return Future<String> { promise in
      log.add("\(name) starts at \(scheduler.now.ms)")
      let timer = scheduler.mainQueue.asyncAfter(time) { promise.resolve(.success(name)) }
      return { timer.cancel() }
    }.eraseToAnyPublisher()
  }

  /// What a stream gives, and how long that takes.
  private func run<Output>(_ stream: AnyPublisher<Output>) -> (probe: Probe<Output>, time: Duration) {
    let probe = Probe<Output>()
    let end = Guarded(Duration.zero)
    let scheduler = scheduler
    let token = probe.subscribe(
      stream.handleEvents(receiveCompletion: { _ in end.withLock { $0 = scheduler.now } }), on: scheduler.mainQueue)
    scheduler.run()
    withExtendedLifetime(token) {}
    return (probe, end.withLock { $0 })
  }

  /// C14.
  @Test func slowestFirstKeepsTheDeclaredOrderAndTakesTheTimeOfTheSlowest() {
    let times = [400, 300, 200, 100]
    let zipped = run(zipMany(times.map { request("\($0)", .milliseconds($0)) }))
    #expect(zipped.probe.values == [["400", "300", "200", "100"]])
    #expect(zipped.time == .milliseconds(400))
    let start = scheduler.now
    let mapped = run(sequence(times).flatMap(max: 4) { [self] in request("\($0)", .milliseconds($0)) })
    #expect(mapped.probe.values == ["400", "300", "200", "100"])
    #expect(mapped.time - start == .milliseconds(400))
  }

  /// C15.
  @Test func nothingWaitsInWaves() {
    let (a, b, c) = (
      request("a", .milliseconds(100)), request("b", .seconds(1)),
      { @Sendable (_: String) in self.request("c", .seconds(1)) }
    )
    let joined = run(zipMany([a.flatMap(c), b]))
    #expect(joined.probe.values == [["c", "b"]])
    #expect(joined.time == .milliseconds(1100))
    #expect(log.lines.sorted() == ["a starts at 0", "b starts at 0", "c starts at 100"])
  }

  /// C16: neither an attempt nor a wait where the step above has failed.
  @Test func aSkippedStepDoesNotPayItsRetries() {
    let attempts = Attempts()
    let policy = RetryPolicy(times: 6, delay: { _, _ in .seconds(30) })
    let second = { @Sendable (_: String) in
      deferred { () -> AnyPublisher<String> in
        _ = attempts.next()
        return fail(Named(name: "second"))
      }.retry(policy)
    }
    let first = request("a", .milliseconds(5)).tryMap { (_: String) -> String in throw Named(name: "first") }
    let skipped = run(first.flatMap(second))
    #expect(skipped.probe.failure as? Named == Named(name: "first"))
    #expect(skipped.time == .milliseconds(5))
    #expect(attempts.next() == 1)

    // Nor where it is under way, waits for its next attempt, and another input of the join fails.
    let start = scheduler.now
    let joined = run(zipMany([second(""), request("b", .seconds(1)).append(fail(Named(name: "other")))]))
    #expect(joined.probe.failure as? Named == Named(name: "other"))
    #expect(joined.time - start == .seconds(1))
    #expect(scheduler.now - start == .seconds(1))
    #expect(attempts.next() == 3)
  }

  /// C17.
  @Test(arguments: [1, 64], [true, false]) func aDiamondOfACollectedStreamEndsWithOnePair(
    capacity: Int, collectsFirst: Bool
  ) {
    let a = sequence(1...1000).multicast(on: scheduler.mainQueue, capacity: capacity)
    let (plain, collected) = (a.map { [$0] }, a.collect())
    let pair = run(
      deferred {
        a.connect(expecting: 2)
        return zipMany(collectsFirst ? [collected, plain] : [plain, collected])
      })
    let all = Array(1...1000)
    #expect(pair.probe.values == [collectsFirst ? [all, [1]] : [[1], all]])
    #expect(pair.probe.isFinished)
    // Bounded by the data.
    let lines = Guarded<[MulticastLine]>([])
    a.inspect { found in lines.withLock { $0 = found } }
    scheduler.run()
    #expect(lines.withLock { $0.allSatisfy { $0.highWaterMark <= 1000 } })
  }

  /// C18; `DepthTests` and `LinearityTests` have the many other ways to be wide and long.
  @Test func veryWideAndVeryLong() async {
    await onSmallStack {
      #expect(collectVirtually(zipMany((0..<100_000).map { just($0) })).values == [Array(0..<100_000)])
      let long = (0..<10_000).reduce(sequence(0..<100)) { chain, _ in chain.map { $0 + 1 } }
      #expect(collectVirtually(long).values == Array(10_000..<10_100))
      #expect(collectVirtually(sequence(0..<1_000_000).filter { $0 % 2 == 0 }.count()).values == [500_000])
    }
  }
}
