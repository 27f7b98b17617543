import Streams
import Testing

/// What the drawn timelines do not say of single operators.
@Suite struct OperatorTests {
  let scheduler = VirtualScheduler()
  var queue: SerialQueue { scheduler.makeQueue(label: "q") }

  @Test func aFutureStartsOnCreditAndIsStoppedOnce() {
    let log = Log()
    let kept = Guarded<[Promise<Int>]>([])
    let future = Future<Int> { promise in
      log.add("start")
      kept.withLock { $0.append(promise) }
      return { log.add("stop") }
    }
    let idle = Probe<Int>().subscribe(future, on: queue, demand: .none)
    scheduler.run()
    #expect(log.lines == [])
    let probe = Probe<Int>()
    let token = probe.subscribe(future, on: queue)
    scheduler.run()
    #expect(log.lines == ["start"])
    #expect(!scheduler.ledger.isQuiescent)
    token.cancel()
    token.cancel()
    scheduler.run()
    for promise in kept.withLock({ $0 }) { promise.resolve(.success(1)) }
    scheduler.run()
    #expect(log.lines == ["start", "stop"])
    #expect(probe.values == [] && !probe.hasEnded)
    #expect(scheduler.ledger.isQuiescent)
    withExtendedLifetime(idle) {}
  }

  @Test func aPromiseLetGoOfFailsTheStream() {
    #expect(collectVirtually(Future<Int> { _ in nil }).failure is BrokenPromise)
    #expect(collectVirtually(Future<Int> { _ in throw Named(name: "e") }).failure as? Named == Named(name: "e"))
    #expect(
      collectVirtually(
        PushSource<Int> {
          $0.send(1)
          return nil
        }
      ).failure is BrokenPromise)
  }

  @Test func aFeedIsToldToWaitAndThenThatThereIsRoom() {
    let log = Log()
    let feeds = Guarded<Feed<Int>?>(nil)
    let source = PushSource<Int>(capacity: 2) { feed in
      feed.whenReady { log.add("ready") }
      feeds.withLock { $0 = feed }
      return { log.add("stop") }
    }
    let probe = Probe<Int>()
    let subscription = Guarded<Cancellable?>(nil)
    subscription.withLock { $0 = probe.subscribe(source, on: queue, demand: .max(1)) }
    scheduler.run()
    let feed = feeds.withLock { $0.take() }
    for value in 1...3 { if let feed { log.add("\(feed.send(value))") } }
    #expect(log.lines == ["goOn", "wait", "wait"])
    #expect(scheduler.ledger.isIdle == false)
    scheduler.run()
    #expect(probe.values == [1])
    #expect(log.lines.count == 3)
    subscription.withLock { $0 = nil }
    scheduler.run()
    #expect(log.lines.last == "stop")
    if let feed { #expect(feed.send(4) == .closed) }
  }

  @Test func valuesWaitForEveryDependencyAndAFailureOfOneEndsThem() {
    let recorder = Recorder()
    func script(_ name: String, _ text: String) -> AnyPublisher<String> {
      ScriptSource(name: name, events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
    }
    let passing = script("A", "1@0 2@1 3@9 |@9").waiting(for: [script("x", "x@3 |@3"), script("y", "y@5 z@6 |@7")]) {
      "\($0)\($1.joined())"
    }
    #expect(collectVirtually(passing).values == ["1xy", "2xy", "3xy"])
    #expect(recorder.cancels == ["y!5"] || recorder.cancels == ["x!3", "y!5"])
    let failing = script("B", "1@0 |@9").waiting(for: [script("v", "|@2"), script("w", "w@7")]) { "\($0)\($1)" }
    let probe = collectVirtually(failing)
    #expect((probe.failure as? MissingDependency)?.index == 0)
    #expect(recorder.cancels.suffix(2).sorted() == ["B!2", "w!2"])
  }

  @Test func orderedFlatMapFailsInTurnAfterWhatIsEarlier() {
    let recorder = Recorder()
    let stream = sequence([30, 5, 40]).flatMap(max: 3) { time -> AnyPublisher<String> in
      let text = time == 5 ? "x@1 #late@5" : "a@1 b@\(time) |@\(time)"
      return ScriptSource(name: "\(time)", events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
    }
    let probe = collectVirtually(stream)
    #expect(probe.values == ["a", "b", "x"])
    #expect(probe.failure as? Named == Named(name: "late"))
    #expect(recorder.cancels == ["40!5"])
  }

  @Test func delayedErrorsComeTogetherInDeclaredOrder() {
    let inputs: [AnyPublisher<Int>] = [
      just(1).append(fail(Named(name: "a")).delay(for: .milliseconds(9))), just(2).delay(for: .milliseconds(20)),
      fail(Named(name: "c")),
    ]
    for probe in [
      collectVirtually(zipMany(inputs, delayErrors: true)), collectVirtually(combineLatest(inputs, delayErrors: true)),
    ] {
      let failures = (probe.failure as? CombinedFailure)?.failures
      #expect(failures?.map(\.input) == [0, 2])
      #expect(failures?.compactMap { ($0.error as? Named)?.name } == ["a", "c"])
    }
  }

  @Test func raceCancelsTheLosersAndDropsThoseThatFailFirst() {
    let recorder = Recorder()
    let inputs = ["#e@0", "1@5 2@6 |@7", "3@9"].enumerated().map { index, text in
      ScriptSource(name: "\(index)", events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
    }
    let probe = collectVirtually(race(inputs))
    #expect(probe.values == ["1", "2"] && probe.isFinished)
    #expect(recorder.cancels == ["2!5"])
    #expect(collectVirtually(race([fail(Named(name: "x"), Int.self), empty()])).failure as? Named == Named(name: "x"))
  }

  @Test func timeoutGoesOnWithItsFallback() {
    let stream = never(Int.self).timeout(.milliseconds(5), fallback: sequence([7, 8]))
    #expect(collectVirtually(stream).values == [7, 8])
  }

  @Test func delayShiftsFailuresToo() {
    let start = scheduler.now
    let probe = Probe<Int>()
    let token = probe.subscribe(just(1).append(fail(Named(name: "e"))).delay(for: .seconds(2)), on: queue)
    scheduler.run()
    #expect(probe.values == [1] && probe.failure as? Named == Named(name: "e"))
    #expect(scheduler.now - start == .seconds(2))
    withExtendedLifetime(token) {}
  }

  @Test func throttleSendsTheFirstAndThenTheNewest() {
    let source = ScriptSource(name: "A", events: Timeline.events("1@0 2@1 3@2 4@11 |@30"), recorder: Recorder())
    #expect(collectVirtually(source.throttle(for: .milliseconds(10))).values == ["1", "3", "4"])
    #expect(collectVirtually(source.throttle(for: .milliseconds(10), latest: false)).values == ["1", "2", "4"])
  }

  @Test func singleWantsExactlyOneValue() {
    #expect(collectVirtually(just(4).single()).values == [4])
    #expect(collectVirtually(empty(Int.self).single()).failure as? NotOneValue == NotOneValue.none)
    #expect(collectVirtually(sequence([1, 2]).append(never()).single()).failure as? NotOneValue == .several)
  }

  @Test func endsOfEmptyStreams() {
    #expect(collectVirtually(empty(Int.self).replaceEmpty(with: 3)).values == [3])
    #expect(collectVirtually(empty(Int.self).first()).values == [])
    #expect(collectVirtually(empty(Int.self).last()).isFinished)
    #expect(collectVirtually(empty(Int.self).count()).values == [0])
    #expect(collectVirtually(sequence([1, 1, 2, 2, 1]).removeDuplicates()).values == [1, 2, 1])
  }

  @Test func retryAsksForDelayAndTellsOfEachAttempt() {
    let log = Log()
    let attempts = Attempts()
    let stream = deferred { () -> AnyPublisher<Int> in attempts.next() < 3 ? fail(Named(name: "no")) : just(5) }
      .retry(
        .init(
          times: 5, delay: { attempt, _ in .milliseconds(10 * attempt) },
          isRetryable: { ($0 as? Named)?.name == "no" }, onRetry: { log.add("\($0.number) after \($0.delay.ms)") }))
    #expect(collectVirtually(stream).values == [5])
    #expect(log.lines == ["1 after 10", "2 after 20"])
    let fatal = fail(Named(name: "fatal"), Int.self).retry(.init(times: 9, isRetryable: { _ in false }))
    #expect(collectVirtually(fatal).failure as? Named == Named(name: "fatal"))
  }

  @Test func aStepThatThrowsFailsOnlyWhatIsBelowIt() {
    let log = Log()
    let stream = sequence([1, 2, 3])
      .handleEvents(receiveOutput: { log.add("\($0)") }, receiveCancel: { log.add("cancel") })
      .catch { _ in empty() }
      .tryMap { if $0 == 2 { throw Named(name: "two") } else { $0 } }
      .handleEvents(receiveCompletion: { log.add($0.failure == nil ? "end" : "failed") })
      .mapError { _ in Named(name: "mapped") }
    let probe = collectVirtually(stream)
    #expect(probe.values == [1])
    #expect(probe.failure as? Named == Named(name: "mapped"))
    #expect(probe.afterEnd == 0)
    #expect(log.lines.contains("failed"))
  }

  @Test func idleActionsRunInOrderOnceNothingIsRunnable() {
    let log = Log()
    let queue = queue
    let token = sequence(0..<5).sink(on: queue, receiveCompletion: { _ in log.add("end") }, receiveValue: { _ in })
    scheduler.whenIdle(on: queue) { log.add("first") }
    scheduler.whenIdle(on: queue) { log.add("second") }
    scheduler.run()
    #expect(log.lines == ["end", "first", "second"])
    withExtendedLifetime(token) {}
  }
}
