import Streams
import Testing

/// What rows of timelines do not say of operators with several inputs.
@Suite struct JoinTests {
  enum Join: String, CaseIterable, CustomTestStringConvertible {
    case zip, combineLatest, merge, append, race

    var testDescription: String { rawValue }

    func of(_ inputs: [AnyPublisher<String>]) -> AnyPublisher<String> { JoinRun.join(rawValue, inputs) }
  }

  let scheduler = VirtualScheduler()
  let queue: SerialQueue
  init() { queue = scheduler.makeQueue(label: "q") }

  private func numbers(_ range: Range<Int>) -> AnyPublisher<String> { sequence(range).map { "\($0)" } }

  @Test(arguments: Join.allCases) func creditGivenBackFromWithinADeliveryBringsEverything(_ join: Join) {
    for other in [queue, scheduler.makeQueue(label: "other")] {
      let inputs = [numbers(0..<300), numbers(1000..<1200).subscribe(on: other)]
      let all = Probe<String>()
      let token = all.subscribe(join.of(inputs), on: queue)
      let one = OneAtATime()
      join.of(inputs).subscribe(one, on: queue)
      scheduler.run()
      // What merge and the first rows of combineLatest look like depends on the credit; what is in them does not.
      if join == .combineLatest { #expect(one.values.last == all.values.last) }
      if join == .zip || join == .append || join == .race { #expect(one.values == all.values) }
      if join == .merge {
        for high in [true, false] {
          let isOf: (String) -> Bool = { (Int($0)! >= 1000) == high }
          #expect(one.values.filter(isOf) == all.values.filter(isOf))
        }
      }
      #expect(all.isFinished && one.isFinished)
      withExtendedLifetime(token) {}
    }
  }

  @Test(arguments: Join.allCases, [1, 3]) func nothingFollowsACancelFromWithinADelivery(_ join: Join, at count: Int) {
    let recorder = Recorder()
    let inputs = ["A", "B"].map { name in
      ScriptSource(name: name, events: Timeline.events("1@0 2@1 3@2 4@3 5@3 6@3 |@9"), recorder: recorder)
        .eraseToAnyPublisher()
    }
    let subscriber = OneAtATime(cancelsAt: count, demand: .unlimited)
    join.of(inputs).subscribe(subscriber, on: queue)
    scheduler.run()
    #expect(subscriber.values.count == count)
    #expect(!subscriber.isFinished)
    // A race has cancelled its loser before; the second part of append was never subscribed.
    let names = Set(recorder.cancels.map { $0.prefix(1) })
    #expect(names == (join == .append ? ["A"] : ["A", "B"]))
    #expect(scheduler.ledger.isQuiescent)
  }

  @Test(arguments: Join.allCases) func cancellingTwiceAndAfterTheEndDoesNothing(_ join: Join) {
    let recorder = Recorder()
    let inputs = ["A", "B"].map { name in
      ScriptSource(name: name, events: Timeline.events("1@0 |@1"), recorder: recorder).eraseToAnyPublisher()
    }
    let probe = Probe<String>()
    let token = probe.subscribe(join.of(inputs), on: queue)
    scheduler.run()
    let before = recorder.cancels
    token.cancel()
    token.cancel()
    scheduler.run()
    #expect(probe.isFinished && probe.afterEnd == 0)
    #expect(recorder.cancels == before)
  }

  @Test func anEndlessInputStarvesNobodyInAMerge() {
    let endless = sequence(0...).map { _ in "e" }
    for demand in [Demand.unlimited, .max(1000)] {
      for inputs in [[endless, numbers(0..<100)], [numbers(0..<100), endless], [endless, endless, numbers(0..<100)]] {
        let probe = Probe<String>()
        let token = probe.subscribe(mergeMany(inputs).prefix(1000), on: queue, demand: demand)
        scheduler.run()
        #expect(probe.values.filter { $0 != "e" } == (0..<100).map { "\($0)" })
        #expect(probe.values.count == 1000)
        withExtendedLifetime(token) {}
      }
    }
  }

  @Test func everyInputOfAMergeGetsATurnUnderOneCredit() {
    let one = OneAtATime(cancelsAt: 40)
    mergeMany((0..<4).map { k in sequence(0...).map { _ in "\(k)" } }).subscribe(one, on: queue)
    scheduler.run()
    #expect(one.values == (0..<40).map { "\($0 % 4)" })
  }

  @Test func anEndlessInputEndsWithTheOtherOfAZip() {
    let probe = collectVirtually(zipMany([sequence(0...), sequence(0..<1000)]))
    #expect(probe.values == (0..<1000).map { [$0, $0] })
    #expect(probe.isFinished)
  }

  @Test func noInputOfAZipRunsFurtherAheadThanItsWindowOrTheDemand() {
    for (demand, count) in [(Demand.unlimited, 64), (.max(5), 5), (.max(1000), 64)] {
      let sent = Attempts()
      let fast = sequence(0...).handleEvents(receiveOutput: { _ in _ = sent.next() })
      let token = Probe<[Int]>().subscribe(zipMany([fast, never()]), on: queue, demand: demand)
      scheduler.run()
      #expect(sent.next() - 1 == count)
      withExtendedLifetime(token) {}
    }
  }

  @Test func rowsOutAllowAsManyNewValues() {
    let sent = Attempts()
    let fast = sequence(0...).handleEvents(receiveOutput: { _ in _ = sent.next() })
    let slow = interval(.milliseconds(1)).prefix(100)
    let probe = Probe<[Int]>()
    let token = probe.subscribe(zipMany([fast, slow]), on: queue)
    scheduler.run(until: .milliseconds(50))
    #expect(probe.values.count == 50)
    #expect((probe.values.count...probe.values.count + 64).contains(sent.next() - 1))
    scheduler.run()
    #expect(probe.values.count == 100 && probe.isFinished)
    withExtendedLifetime(token) {}
  }

  @Test func combineLatestAsksEachInputForOneValueAtATime() {
    let requests = Log()
    let inputs = (0..<2).map { index in
      sequence(0..<5).handleEvents(receiveRequest: { requests.add("\(index):\($0 == .max(1))") })
    }
    let probe = Probe<[Int]>()
    let token = probe.subscribe(combineLatest(inputs), on: queue)
    scheduler.run()
    #expect(requests.lines.allSatisfy { $0.hasSuffix("true") })
    #expect(probe.values.count == 9 && probe.values.last == [4, 4])
    withExtendedLifetime(token) {}
  }

  @Test func aRaceAsksTheWinnerForTheCreditThatIsLeft() {
    let one = OneAtATime()
    race([never(), numbers(0..<100), numbers(1000..<1100)]).subscribe(one, on: queue)
    scheduler.run()
    #expect(one.values == (0..<100).map { "\($0)" } && one.isFinished)
  }

  /// A source that breaks the rules loses nothing and stalls nothing.
  @Test(arguments: Join.allCases) func anInputThatExceedsItsCreditIsKept(_ join: Join) {
    let inputs = [Flood(count: 200).eraseToAnyPublisher(), numbers(1000..<1200)]
    for demand in [Demand.unlimited, .max(1)] {
      let one = OneAtATime(demand: demand)
      join.of(inputs).subscribe(one, on: queue)
      scheduler.run()
      #expect(one.isFinished)
      switch join {
      case .zip: #expect(one.values == (0..<200).map { "[\($0),\($0 + 1000)]" })
      case .combineLatest: #expect(one.values.last == "[199,1199]")
      case .merge: #expect(one.values.count == 400)
      case .append: #expect(one.values == ((0..<200).map { "\($0)" } + (1000..<1200).map { "\($0)" }))
      case .race: #expect(one.values == (0..<200).map { "\($0)" })
      }
    }
  }

  private struct Flood: Publisher {
    let count: Int

    func attach(_ edge: Edge<String>, in context: SerialQueue) {
      edge.bind(Idle(), on: context)
      for value in 0..<count { edge.send("\(value)") }
      edge.send(completion: .finished)
    }

    private final class Idle: Subscription {
      func request(_ demand: Demand) {}
      func cancel() {}
    }
  }

  @Test func delayedErrorsOfManyInputsComeInDeclaredOrder() {
    let inputs = (0..<50).map { k -> AnyPublisher<Int> in
      fail(Named(name: "\(k)"), Int.self).catch { error in
        just(0).delay(for: .milliseconds((k * 37) % 50 + 1)).filter { _ in false }.append(fail(error))
      }
    }
    for stream in [zipMany(inputs, delayErrors: true), combineLatest(inputs, delayErrors: true)] {
      let failures = (collectVirtually(stream).failure as? CombinedFailure)?.failures
      #expect(failures?.map(\.input) == Array(0..<50))
      #expect(failures?.map { ($0.error as? Named)?.name } == (0..<50).map { "\($0)" })
    }
  }

  @Test func aJoinOfOneInputPassesItOnAndOneOfNoneFinishes() {
    for join in Join.allCases {
      #expect(collectVirtually(join.of([])).isFinished)
      let one = collectVirtually(join.of([numbers(0..<3)]))
      #expect(one.isFinished)
      #expect(one.values.map { $0.filter(\.isNumber) } == ["0", "1", "2"])
    }
  }

  @Test func rowsOfManyInputsHoldTheirValuesInDeclaredOrder() {
    for width in 1...6 {
      let inputs = (0..<width).map { k in sequence(0..<10).map { $0 * 10 + k } }
      #expect(collectVirtually(zipMany(inputs)).values == (0..<10).map { row in (0..<width).map { row * 10 + $0 } })
      #expect(collectVirtually(combineLatest(inputs)).values.last == (0..<width).map { 90 + $0 })
    }
  }
}

/// Asks for one value more from within each delivery, or cancels there.
final class OneAtATime: Subscriber, Sendable {
  private struct State {
    var subscription: OnQueue<any Subscription>?
    var values: [String] = []
    var ends: [Completion] = []
  }
  private let state = Guarded(State())
  private let cancelsAt: Int
  private let demand: Demand

  init(cancelsAt: Int = .max, demand: Demand = .max(1)) {
    self.cancelsAt = cancelsAt
    self.demand = demand
  }

  var values: [String] { state.withLock { $0.values } }
  var isFinished: Bool { state.withLock { $0.ends.count == 1 && $0.ends[0].failure == nil } }
  var failure: (any Error)? { state.withLock { $0.ends.first?.failure } }

  func receive(subscription: any Subscription) {
    let box = OnQueue(subscription)
    state.withLock { $0.subscription = box }
    subscription.request(demand)
  }

  func receive(_ value: String) {
    let (subscription, count) = state.withLock { state in
      state.values.append(value)
      return (state.subscription, state.values.count)
    }
    if count == cancelsAt { subscription?.value.cancel() } else { subscription?.value.request(demand) }
  }

  func receive(completion: Completion) {
    state.withLock {
      $0.ends.append(completion)
      $0.subscription = nil
    }
  }
}
