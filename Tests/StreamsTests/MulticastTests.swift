import Streams
import Testing

/// One run for many consumers: who gets what, when, and who holds up whom.
@Suite struct MulticastTests {
  let scheduler = VirtualScheduler()
  let queue: SerialQueue
  let recorder = Recorder()
  let log = Log()

  init() { queue = scheduler.makeQueue(label: "q") }

  private func script(_ text: String) -> ScriptSource {
    ScriptSource(name: "S", events: Timeline.events(text), recorder: recorder)
  }

  private func listen<Value: Sendable>(_ name: String, _ stream: some Publisher<Value>, on queue: SerialQueue? = nil)
    -> Cancellable
  {
    stream.eraseToAnyPublisher().sink(
      on: queue ?? self.queue,
      receiveCompletion: { [log] in log.add("\(name)\(($0.failure as? Named).map { "#\($0.name)" } ?? "|")") },
      receiveValue: { [log] in log.add("\(name)\($0)") })
  }

  @Test func aSynchronousSourceIsNotOverBeforeTheSecondConsumerIsThere() {
    for declared in [[0, 1], [1, 0]] {
      let node = sequence(1...3).multicast(on: queue)
      let negative = node.map { -$0 }
      let inputs = [node.eraseToAnyPublisher(), negative]
      node.connect(expecting: 2)
      let probe = Probe<[Int]>()
      let token = probe.subscribe(zipMany(declared.map { inputs[$0] }), on: queue)
      scheduler.run()
      let signs = declared.map { $0 == 0 ? 1 : -1 }
      #expect(probe.values == (1...3).map { value in signs.map { $0 * value } })
      #expect(probe.isFinished)
      withExtendedLifetime(token) {}
    }
  }

  @Test func eachValueGoesToAllInDeclaredOrderBeforeTheNext() {
    let node = script("1@0 2@1 |@2").multicast(on: queue)
    let tokens = (0..<40).map { listen("\($0):", node) }
    node.connect()
    scheduler.run()
    #expect(log.lines == ["1", "2", "|"].flatMap { signal in (0..<40).map { "\($0):\(signal)" } })
    #expect(recorder.subscriptions(of: "S") == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func aConsumerMayBeListedTwice() {
    let node = script("1@0 #e@1").multicast(on: queue)
    let consumer = node.map { "\($0)" }
    let tokens = [listen("a", mergeMany([consumer, consumer]))]
    node.connect(expecting: 2)
    scheduler.run()
    #expect(log.lines == ["a1", "a1", "a#e"])
    #expect(recorder.subscriptions(of: "S") == 1)
    withExtendedLifetime(tokens) {}
  }

  @Test func theSlowestLiveConsumerPaces() {
    let sent = Attempts()
    let node = sequence(0...).handleEvents(receiveOutput: { _ in _ = sent.next() }).multicast(on: queue, capacity: 8)
    // Something is under way, so that nothing grows.
    let timer = queue.asyncAfter(.seconds(1)) {}
    let slow = Probe<Int>()
    let slowToken = slow.subscribe(node, on: queue, demand: .max(5))
    let fast = Probe<Int>()
    let fastToken = fast.subscribe(node, on: queue)
    node.connect()
    scheduler.run(until: .milliseconds(1))
    #expect(slow.values == Array(0..<5))
    #expect(fast.values == Array(0..<13))
    #expect(sent.next() == 14)
    withExtendedLifetime((timer, slowToken, fastToken)) {}
  }

  @Test func theSourceIsAskedAgainWhenHalfOfWhatItOwesHasCome() {
    let node = script("1@0 2@1 3@2 4@3 5@4 6@5 7@6 8@7 9@8 10@9")
      .handleEvents(receiveRequest: { [log, scheduler] _ in log.add("asked@\(scheduler.now.ms)") })
      .multicast(on: queue, capacity: 4)
    let token = Probe<String>().subscribe(node, on: queue)
    node.connect()
    scheduler.run(until: .milliseconds(8))
    #expect(log.lines == ["asked@0", "asked@1", "asked@3", "asked@5", "asked@7"])
    withExtendedLifetime(token) {}
  }

  @Test func valuesAreKeptNoLongerThanSomeoneWaitsForThem() {
    let count = Tracked.Count()
    let node = interval(.milliseconds(1)).map { _ in Tracked(count) }.multicast(on: queue, capacity: 64)
    // One lets go of each value at once, the other takes 3 ms for each.
    let fast = node.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    let slow = node.flatMap(max: 1) { _ in just(0).delay(for: .milliseconds(3)) }
    let token = slow.prefix(10).sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    node.connect()
    scheduler.run(until: .milliseconds(25))
    #expect((10...20).contains(count.value))
    // The slow one leaves after its tenth value.
    scheduler.run(until: .milliseconds(60))
    #expect(count.value <= 1)
    withExtendedLifetime((fast, token)) {}
  }

  @Test func whatIsLeftAfterTheEndGoesAsItIsTaken() {
    let count = Tracked.Count()
    let node = sequence(0..<60).map { _ in Tracked(count) }.multicast(on: queue)
    let fast = node.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    let slow = node.flatMap(max: 1) { _ in just(0).delay(for: .milliseconds(1)) }
    let token = slow.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    node.connect()
    scheduler.run(until: .milliseconds(40))
    #expect((15...25).contains(count.value))
    token.cancel()
    scheduler.run()
    #expect(count.value == 0)
    withExtendedLifetime(fast) {}
  }

  @Test func aLongLineThatWasServedInTurnsIsLetGoOf() {
    let count = Tracked.Count()
    let node = sequence(0..<256).map { _ in Tracked(count) }.append(never()).multicast(on: queue, capacity: 256)
    let late = node.lateConsumer()
    let first = node.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    node.connect()
    scheduler.run()
    #expect(count.value == 256)
    let second = late.sink(on: queue, receiveCompletion: { _ in }, receiveValue: { _ in })
    scheduler.run()
    #expect(count.value == 0)
    withExtendedLifetime((first, second)) {}
  }

  @Test func allValuesOfALineComeBeforeTheTerminal() {
    for end in ["|", "#e"] {
      let node = script("1@0 2@0 3@0 \(end)@1").multicast(on: queue)
      let slow = TimelineSubscriber(queue: queue, grants: [(.max(1), 0), (.max(1), 5), (.max(1), 7)])
      let fast = TimelineSubscriber(queue: queue, grants: [(.unlimited, 0)])
      node.subscribe(slow, on: queue)
      node.subscribe(fast, on: queue)
      let start = scheduler.now.ms
      node.connect()
      scheduler.run()
      func at(_ time: Int) -> Int { start + time }
      #expect(fast.transcript == "1@\(at(0)) 2@\(at(0)) 3@\(at(0)) \(end)@\(at(1))")
      #expect(slow.transcript == "1@\(at(0)) 2@\(at(5)) 3@\(at(7)) \(end)@\(at(7))")
    }
  }

  @Test func cancellingFromWithinADeliveryDisturbsNoOther() {
    let node = sequence(1...5).map { "\($0)" }.multicast(on: queue)
    let leaving = (0..<3).map { OneAtATime(cancelsAt: $0 + 1, demand: .unlimited) }
    for subscriber in leaving { node.subscribe(subscriber, on: queue) }
    let staying = OneAtATime(demand: .unlimited)
    node.subscribe(staying, on: queue)
    node.connect()
    scheduler.run()
    #expect(leaving.map(\.values.count) == [1, 2, 3])
    #expect(leaving.allSatisfy { !$0.isFinished })
    #expect(staying.values == ["1", "2", "3", "4", "5"] && staying.isFinished)
  }

  @Test func whenAllLeaveFromWithinTheirDeliveriesTheSourceIsCancelled() {
    let node = script("1@0 2@1 3@2").multicast(on: queue)
    for count in [1, 2] { node.subscribe(OneAtATime(cancelsAt: count, demand: .unlimited), on: queue) }
    node.connect()
    scheduler.run()
    #expect(recorder.cancels == ["S!1"])
    #expect(scheduler.ledger.isQuiescent)
  }

  @Test func consumersThatLeaveBeforeTheStartCount() {
    let node = script("1@0").multicast(on: queue)
    node.connect(expecting: 2)
    let token = listen("a", node)
    scheduler.run()
    #expect(recorder.subscriptions(of: "S") == 0)
    token.cancel()
    scheduler.run()
    let second = listen("b", node)
    scheduler.run()
    #expect(log.lines == ["b1"])
    withExtendedLifetime(second) {}
  }

  @Test func aLatecomerGetsWhatComesFromThenOnAndAfterTheEndTheEnd() {
    let node = script("1@0 2@5 |@9").multicast(on: queue)
    let first = listen("a", node)
    node.connect()
    scheduler.run(until: .milliseconds(2))
    let second = listen("b", node)
    scheduler.run()
    let third = listen("c", node)
    scheduler.run()
    #expect(log.lines == ["a1", "a2", "b2", "a|", "b|", "c|"])
    withExtendedLifetime((first, second, third)) {}
  }

  @Test func aRetryOverASharedStreamMeetsTheSameFailure() {
    let node = script("1@0 #e@1").multicast(on: queue)
    let token = listen("a", node.retry(3))
    node.connect()
    scheduler.run()
    #expect(log.lines == ["a1", "a#e"])
    #expect(recorder.subscriptions(of: "S") == 1)
    withExtendedLifetime(token) {}
  }

  @Test func oneOfItsConsumersIsASharedStreamItself() {
    let a = script("1@0 2@1 |@2").multicast(on: queue, label: "a")
    let b = a.map { "b\($0)" }.multicast(on: queue, label: "b")
    let token = listen("", zipMany([a.eraseToAnyPublisher(), b.eraseToAnyPublisher(), b.eraseToAnyPublisher()]))
    a.connect(expecting: 2)
    b.connect(expecting: 2)
    scheduler.run()
    #expect(log.lines == [#"["1", "b1", "b1"]"#, #"["2", "b2", "b2"]"#, "|"])
    withExtendedLifetime(token) {}
  }

  @Test func inspectTellsOfTheLines() {
    let node = sequence(0..<20).multicast(on: queue, label: "n", capacity: 16)
    let tokens = [
      Probe<Int>().subscribe(node.consumer(rank: 1, name: "slow"), on: queue, demand: .max(3)),
      Probe<Int>().subscribe(node.consumer(rank: 0, name: "fast"), on: queue),
    ]
    // Something is under way, so that nothing grows.
    let timer = queue.asyncAfter(.seconds(1)) {}
    node.connect()
    scheduler.run(until: .milliseconds(1))
    node.inspect { [log] lines in
      for line in lines { log.add("\(line.name) \(line.count)/\(line.capacity) \(line.highWaterMark)") }
    }
    scheduler.run(until: .milliseconds(2))
    #expect(log.lines == ["n → fast 0/16 0", "n → slow 16/16 16"])
    withExtendedLifetime((tokens, timer)) {}
  }

  // MARK: Places kept for later

  @Test func aPlaceKeptForLaterHoldsTheStreamBackAndLosesNothing() {
    let node = sequence(0..<100).multicast(on: queue, capacity: 4)
    let late = node.lateConsumer()
    let (now, later) = (Probe<Int>(), Probe<Int>())
    let first = now.subscribe(node, on: queue)
    node.connect(expecting: 2)
    // Something is under way until the late one comes, so that nothing grows.
    let second = Guarded<Cancellable?>(nil)
    let timer = queue.asyncAfter(.milliseconds(5)) { [queue] in
      let token = later.subscribe(late, on: queue)
      second.withLock { $0 = token }
    }
    scheduler.run(until: .milliseconds(4))
    #expect(now.values == Array(0..<4))
    scheduler.run()
    #expect(now.values == Array(0..<100) && now.isFinished)
    #expect(later.values == Array(0..<100) && later.isFinished)
    #expect(scheduler.ledger.stallCount == 0)
    withExtendedLifetime((first, timer)) {}
    _ = second.withLock { $0.take() }
  }

  @Test func aKeptPlaceServesOneSubscription() {
    let node = script("1@0 2@5 |@9").multicast(on: queue)
    let late = node.lateConsumer(name: "late")
    let first = listen("c", node)
    node.connect(expecting: 2)
    scheduler.run(until: .milliseconds(2))
    let tokens = [listen("a", late), listen("b", late)]
    scheduler.run()
    #expect(log.lines == ["c1", "a1", "a2", "c2", "b2", "a|", "c|", "b|"])
    withExtendedLifetime((first, tokens)) {}
  }

  @Test func aKeptPlaceThatIsLetGoOfIsGivenUp() {
    let node = script("1@0 2@5 3@9").multicast(on: queue, capacity: 1)
    let token = listen("a", node.append(node.lateConsumer()))
    node.connect()
    scheduler.run(until: .milliseconds(6))
    token.cancel()
    scheduler.run()
    #expect(log.lines == ["a1"])
    #expect(recorder.cancels == ["S!6"])
    #expect(scheduler.ledger.isQuiescent)
  }

  @Test func aKeptPlaceIsServedFromAnotherQueue() {
    let node = sequence(0..<300).multicast(on: queue, capacity: 4)
    let other = scheduler.makeQueue(label: "other")
    let probe = Probe<Int>()
    let token = probe.subscribe(node.append(node.lateConsumer()).subscribe(on: other), on: queue)
    node.connect()
    scheduler.run()
    #expect(probe.values == Array(0..<300) + Array(0..<300) && probe.isFinished)
    withExtendedLifetime(token) {}
  }

  @Test(arguments: [false, true]) func nothingIsLeftOfAKeptPlace(isUsed: Bool) {
    let count = Tracked.Count()
    do {
      let node = sequence(0..<20).map { _ in Tracked(count) }.multicast(on: queue, capacity: 4)
      let late = holding(Tracked(count), node.lateConsumer())
      let probe = Probe<Tracked>()
      let token = probe.subscribe(isUsed ? node.append(late) : node.eraseToAnyPublisher(), on: queue)
      node.connect()
      scheduler.run()
      withExtendedLifetime((token, late)) {}
    }
    scheduler.run()
    #expect(count.value == 0)
  }
}
