import Streams
import Testing

/// What timelines cannot say of `flatMap` and its kin.
@Suite struct FlatMapTests {
  let scheduler = VirtualScheduler()
  var queue: SerialQueue { scheduler.makeQueue(label: "q") }

  @Test func concatMapMakesAnInnerStreamWhenItsTurnComes() {
    let log = Log()
    let (scheduler, queue) = (scheduler, queue)
    let stream = sequence(0..<3).concatMap { value in
      log.add("\(value)@\(scheduler.now.ms)")
      return just(value).delay(for: .milliseconds(5))
    }
    let token = Probe<Int>().subscribe(stream, on: queue)
    scheduler.run()
    #expect(log.lines == ["0@0", "1@5", "2@10"])
    withExtendedLifetime(token) {}
  }

  @Test func whatATransformThrowsComesInTurn() {
    let log = Log()
    let stream = sequence(0..<100).handleEvents(receiveCancel: { log.add("cancel") }).flatMap(max: 3) { value in
      if value == 2 { throw Named(name: "two") }
      return just(value).delay(for: .milliseconds(10 - value))
    }
    let probe = collectVirtually(stream)
    #expect(probe.values == [0, 1])
    #expect(probe.failure as? Named == Named(name: "two"))
    #expect(log.lines == ["cancel"])
  }

  @Test func whatATransformThrowsComesAtOnceInOrderOfArrival() {
    let recorder = Recorder()
    let stream = ScriptSource(name: "A", events: Timeline.events("1@0 2@3 3@9"), recorder: recorder)
      .flatMap(max: 3, order: .arrival) { value in
        if value == "2" { throw Named(name: "two") }
        return ScriptSource(name: "I\(value)", events: Timeline.events("x@1 y@5"), recorder: recorder)
          .eraseToAnyPublisher()
      }
    let probe = collectVirtually(stream)
    #expect(probe.values == ["x"])
    #expect(probe.failure as? Named == Named(name: "two"))
    #expect(recorder.cancels.sorted() == ["A!3", "I1!3"])
  }

  @Test func whatATransformOfSwitchMapOrExpandThrowsCancelsEverything() {
    let recorder = Recorder()
    let source = ScriptSource(name: "A", events: Timeline.events("1@0 2@3 3@9"), recorder: recorder)
    @Sendable func inner(_ value: String) throws -> AnyPublisher<String> {
      if value != "1" { throw Named(name: value) }
      return ScriptSource(name: "I\(value)", events: Timeline.events("x@1 y@5 |@5"), recorder: recorder)
        .eraseToAnyPublisher()
    }
    let switching = collectVirtually(source.switchMap(inner))
    #expect(switching.values == ["x"])
    #expect(switching.failure as? Named == Named(name: "2"))
    #expect(recorder.cancels.sorted() == ["A!3", "I1!3"])
    let expanding = collectVirtually(source.expand(inner))
    #expect(expanding.values == ["x", "y"])
    #expect(expanding.failure as? Named == Named(name: "x"))
    #expect(recorder.cancels.count == 3)
  }

  @Test(arguments: [FlatMapOrder.declared, .arrival]) func innerStreamsAreCancelledInTheOrderTheyStartedIn(
    _ order: FlatMapOrder
  ) {
    let recorder = Recorder()
    @Sendable func source(_ name: String, _ text: String) -> AnyPublisher<String> {
      ScriptSource(name: name, events: Timeline.events(text), recorder: recorder).eraseToAnyPublisher()
    }
    let cancelled = source("A", "1@0 2@0 3@0 4@0").flatMap(max: 4, order: order) { source($0, "x@9") }
    let token = Probe<String>().subscribe(cancelled, on: queue)
    scheduler.run(until: .milliseconds(1))
    token.cancel()
    scheduler.run()
    #expect(recorder.cancels == ["A!1", "1!1", "2!1", "3!1", "4!1"])
    let failing = source("B", "5@0 6@0 7@0 8@0").flatMap(max: 4, order: order) {
      source($0, $0 == "5" ? "#e@2" : "x@9")
    }
    collectVirtually(failing)
    #expect(recorder.cancels.suffix(4) == ["B!2", "6!2", "7!2", "8!2"])
  }

  /// Many short inner streams behind a consumer that takes nothing.
  @Test(arguments: [1, 4]) func inOrderOfArrivalNoMoreIsHeldThanMayRun(max: Int) {
    let started = Guarded(0)
    let stream = sequence(0..<10_000).flatMap(max: max, order: .arrival) { value in
      started.withLock { $0 += 1 }
      return just(value)
    }
    let probe = Probe<Int>()
    let token = probe.subscribe(stream, on: queue, demand: .max(3))
    scheduler.run()
    #expect(probe.values == [0, 1, 2])
    #expect(started.withLock { $0 } == 3 + max)
    withExtendedLifetime(token) {}
  }

  @Test func inDeclaredOrderASlowFirstStreamBoundsWhatIsStartedAndHeld() {
    let monitor = EdgeMonitor()
    let scheduler = VirtualScheduler(edgeMonitor: monitor)
    let started = Guarded(0)
    let stream = sequence(0..<1_000).flatMap(max: 4) { value in
      started.withLock { $0 += 1 }
      return value == 0 ? just(0).delay(for: .seconds(1)) : sequence(0..<value)
    }
    let probe = Probe<Int>()
    let token = probe.subscribe(stream, on: scheduler.makeQueue(label: "q"))
    scheduler.run(until: .milliseconds(500))
    #expect(probe.values.isEmpty)
    // At most three others run, those of up to 64 values end, and 64 that ended may wait.
    #expect(started.withLock { $0 } == 4 + 64)
    #expect(monitor.marks.filter { $0.name == "flatMap inner" }.map(\.highWaterMark).max() == 64)
    scheduler.run()
    #expect(probe.values == [0] + (1..<1_000).flatMap { 0..<$0 })
    #expect(monitor.marks.filter { $0.name == "flatMap inner" }.map(\.highWaterMark).max() == 64)
    withExtendedLifetime(token) {}
  }

  @Test func anInnerStreamThatNeverStartsHoldsNothingElseUp() {
    struct Unbound: Publisher {
      func attach(_ edge: Edge<Int>, in context: SerialQueue) {}
    }
    let probe = Probe<Int>()
    let count = Tracked.Count()
    let queue = queue
    do {
      let stream = holding(Tracked(count), sequence(0..<4)).flatMap(max: 2, order: .arrival) { value in
        value == 0 ? Unbound().eraseToAnyPublisher() : just(value)
      }
      let token = probe.subscribe(stream, on: queue)
      scheduler.run()
      #expect(probe.values == [1, 2, 3])
      token.cancel()
    }
    scheduler.run()
    #expect(!probe.hasEnded)
    #expect(count.value == 0)
  }

  @Test func aBurstSwitchesToItsLastValueAlone() {
    let cancels = Attempts()
    let stream = sequence(0..<50).switchMap { value in
      sequence([value, value]).handleEvents(receiveCancel: { _ = cancels.next() })
    }
    #expect(collectVirtually(stream).values == [49, 49])
    #expect(cancels.next() == 50)
  }

  /// The next page is asked for only when somebody wants it.
  @Test func expandAsksForNoPageThatNobodyWants() {
    let log = Log()
    let stream = just(0).expand { page in
      Future<Int> { promise in
        log.add("\(page + 1)")
        promise.resolve(.success(page + 1))
        return nil
      }.eraseToAnyPublisher()
    }
    let probe = Probe<Int>()
    let token = probe.subscribe(stream, on: queue, demand: .max(3))
    scheduler.run()
    #expect(probe.values == [1, 2, 3])
    #expect(log.lines == ["1", "2", "3"])
    withExtendedLifetime(token) {}
  }
}
