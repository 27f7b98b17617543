import Streams
import Testing

/// Whatever credit is granted when, a stream gives the same values, never more than were asked for, and never stalls.
@Suite struct DemandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (SerialQueue, SerialQueue) -> AnyPublisher<String>
  }

  static let cases: [Case] = [
    .init(testDescription: "filter") { _, _ in sequence(0..<300).filter { $0 % 7 == 0 }.text() },
    .init(testDescription: "mapMany") { _, _ in
      sequence(0..<50).mapMany { Array(repeating: $0, count: $0 % 4) }.text()
    },
    .init(testDescription: "mapMany in the middle, then prefix") { _, _ in
      sequence(0..<50).mapMany { (value: Int) -> [Int] in [value, value] }
        .mapMany { (value: Int) -> [Int] in [value, -value] }.filter { $0 != 3 }.prefix(77).text()
    },
    .init(testDescription: "zip") { _, other in
      zipMany([sequence(0..<200), sequence(0..<150).subscribe(on: other)]).text()
    },
    .init(testDescription: "ordered flatMap") { _, other in
      sequence(0..<60).flatMap(max: 5) { k -> AnyPublisher<Int> in
        if k % 3 == 0 { return sequence(0..<k).delay(for: .milliseconds(60 - k)) }
        return k % 3 == 1 ? sequence(0..<k) : sequence(0..<k).subscribe(on: other)
      }.text()
    },
    .init(testDescription: "concatMap") { _, _ in sequence(0..<40).concatMap { sequence(0..<$0) }.text() },
    .init(testDescription: "append") { _, other in
      concatMany([sequence(0..<10), empty(), sequence(0..<30).subscribe(on: other), just(3)]).text()
    },
    .init(testDescription: "collect(3)") { _, _ in sequence(0..<100).collect(3).text() },
    .init(testDescription: "collect") { _, _ in sequence(0..<100).collect().text() },
    .init(testDescription: "catch") { _, _ in
      sequence(0..<30).append(fail(Named(name: "e"))).catch { _ in sequence(0..<20) }.text()
    },
    .init(testDescription: "replaceError") { _, _ in
      fail(Named(name: "e"), Int.self).replaceError(with: 1).text()
    },
    .init(testDescription: "retry") { _, _ in
      let attempts = Attempts()
      return sequence(0..<9).append(deferred { attempts.next() % 4 == 0 ? empty() : fail(Named(name: "e")) })
        .retry(.init(times: 5, delay: { attempt, _ in .milliseconds(attempt - 1) })).text()
    },
    .init(testDescription: "receive(on:), scan, drop") { _, other in
      sequence(0..<300).receive(on: other).scan(0, +).dropFirst(17).text()
    },
    .init(testDescription: "delay") { _, _ in sequence(0..<100).delay(for: .milliseconds(2)).text() },
    .init(testDescription: "waiting") { _, other in
      sequence(0..<300).waiting(for: [just("x").delay(for: .milliseconds(5)), just("y").subscribe(on: other)]) {
        "\($0) \($1)"
      }
    },
    .init(testDescription: "merge of one") { _, _ in mergeMany([sequence(0..<100)]).text() },
    .init(testDescription: "race") { _, _ in race([never(), sequence(0..<100)]).text() },
    .init(testDescription: "expand") { _, _ in
      sequence([1, 2]).expand(emitsInputs: true) { value -> AnyPublisher<Int> in
        if value >= 40 { return empty() }
        return sequence([value * 2, value * 3])
      }.text()
    },
    .init(testDescription: "unordered flatMap of one") { _, _ in
      sequence(0..<40).flatMap(max: 1, order: .arrival) { sequence(0..<$0) }.text()
    },
    .init(testDescription: "a shared node, zipped with itself shifted") { queue, _ in
      let node = sequence(0..<400).multicast(on: queue, capacity: 3)
      node.connect(expecting: 2)
      return zipMany([node.eraseToAnyPublisher(), node.dropFirst(150)]).text()
    },
    .init(testDescription: "a push source") { _, _ in
      PushSource<Int>(capacity: 2) { feed in
        let next = Guarded(0)
        let fill: @Sendable () -> Void = {
          while true {
            let value = next.withLock { value in
              value += 1
              return value
            }
            if value > 100 { return feed.finish() }
            guard case .goOn = feed.send(value) else { return }
          }
        }
        feed.whenReady(fill)
        fill()
        return nil
      }.text()
    },
  ]

  @Test(arguments: cases) func randomGrantsGiveWhatUnlimitedCreditGives(_ example: Case) {
    let expected = run(example, grants: { _ in .unlimited })
    #expect(!expected.isEmpty)
    #expect(run(example, grants: { _ in .max(1) }) == expected)
    for seed in 1...6 {
      let random = Guarded(UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
      let result = run(
        example,
        grants: { _ in
          random.withLock { state in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return .max(Int((state >> 33) % 9) + 1)
          }
        })
      #expect(result == expected)
    }
  }

  /// Grants anew whenever everything granted has come, or the time has: now and then earlier.
  private func run(_ example: Case, grants: @escaping @Sendable (Int) -> Demand) -> [String] {
    let scheduler = VirtualScheduler()
    let (queue, other) = (scheduler.makeQueue(label: "q"), scheduler.makeQueue(label: "other"))
    let subscriber = Granting(grants: grants)
    example.make(queue, other).subscribe(subscriber, on: queue)
    scheduler.run()
    #expect(!subscriber.exceeded)
    #expect(subscriber.lines.last == "|" || subscriber.lines.last == "#")
    return subscriber.lines
  }

  private final class Granting: Subscriber, Sendable {
    private struct State {
      var subscription: OnQueue<any Subscription>?
      var credit = Demand.none
      var lines: [String] = []
      var exceeded = false
    }
    private let grants: @Sendable (Int) -> Demand
    private let state = Guarded(State())

    init(grants: @escaping @Sendable (Int) -> Demand) { self.grants = grants }

    var lines: [String] { state.withLock { $0.lines } }
    var exceeded: Bool { state.withLock { $0.exceeded } }

    func receive(subscription: any Subscription) {
      let box = OnQueue(subscription)
      state.withLock { $0.subscription = box }
      grant()
    }

    func receive(_ value: String) {
      let isSpent = state.withLock { state in
        if state.credit.isNone { state.exceeded = true }
        state.credit -= .max(1)
        state.lines.append(value)
        return state.credit.isNone || state.lines.count % 5 == 0
      }
      if isSpent { grant() }
    }

    func receive(completion: Completion) { state.withLock { $0.lines.append(completion.failure == nil ? "|" : "#") } }

    private func grant() {
      let subscription = state.withLock { state in
        let more = grants(state.lines.count)
        state.credit += more
        return (state.subscription, more)
      }
      subscription.0?.value.request(subscription.1)
    }
  }

  @Test func demandSaturates() {
    #expect(Demand.max(3) + .unlimited == .unlimited)
    #expect(Demand.unlimited - .max(5) == .unlimited)
    #expect(Demand.max(.max) * .max == .unlimited)
    #expect(Demand.max(3) - .max(5) == .none)
    #expect(collectVirtually(sequence([1, 2]).collect(.max)).values == [[1, 2]])
  }

  @Test func askingForNothingTraps() async {
    await #expect(processExitsWith: .failure) {
      let scheduler = VirtualScheduler()
      final class Nothing: Subscriber, Sendable {
        func receive(subscription: any Subscription) { subscription.request(.none) }
        func receive(_ value: Int) {}
        func receive(completion: Completion) {}
      }
      just(1).subscribe(Nothing(), on: scheduler.makeQueue(label: "q"))
      scheduler.run()
    }
  }
}

extension Publisher {
  fileprivate func text() -> AnyPublisher<String> { eraseToAnyPublisher().map { "\($0)" } }
}
