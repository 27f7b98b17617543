import Streams
import Testing

/// A consumer that cancels inside the delivery of its first value hears nothing more, and the source is told to stop.
@Suite struct CancelInDeliveryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (AnyPublisher<Int>) -> AnyPublisher<Int>
  }

  static let cases: [Case] = [
    .init(testDescription: "flatMap, ordered") { $0.flatMap(max: 3) { sequence([$0, $0]) } },
    .init(testDescription: "flatMap by arrival") { $0.flatMap(max: 3, order: .arrival) { sequence([$0, $0]) } },
    .init(testDescription: "concatMap") { $0.concatMap { sequence([$0, $0]) } },
    .init(testDescription: "switchMap") { $0.switchMap { sequence([$0, $0]) } },
    .init(testDescription: "expand") { $0.expand { sequence([$0 + 1, $0 + 2]) } },
    .init(testDescription: "expand with its inputs") { $0.expand(emitsInputs: true) { just($0 + 1) } },
    .init(testDescription: "waiting") { $0.waiting(for: [just(1)]) { value, _ in value } },
    .init(testDescription: "collect(2)") { $0.collect(2).map { $0[0] } },
    .init(testDescription: "retry") { $0.retry(3) },
    .init(testDescription: "catch") { $0.catch { _ in just(1) } },
    .init(testDescription: "timeout") { $0.timeout(.seconds(1)) },
    .init(testDescription: "delay") { $0.delay(for: .milliseconds(2)) },
    .init(testDescription: "debounce") { $0.debounce(for: .milliseconds(2)) },
    .init(testDescription: "throttle") { $0.throttle(for: .milliseconds(2)) },
  ]

  @Test(arguments: cases) func nothingFollows(_ example: Case) {
    let scheduler = VirtualScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let cancels = Attempts()
    let source = sequence(0..<100).append(never()).handleEvents(receiveCancel: { _ = cancels.next() })
    let subscriber = CancelsOnFirst()
    example.make(source).subscribe(subscriber, on: queue)
    scheduler.run()
    #expect(subscriber.signals == 1)
    #expect(cancels.next() == 2)
    #expect(scheduler.ledger.isQuiescent)
    #expect(scheduler.now < .seconds(1))
  }

  private final class CancelsOnFirst: Subscriber, Sendable {
    private let state = Guarded<(subscription: OnQueue<any Subscription>?, signals: Int)>((nil, 0))

    var signals: Int { state.withLock { $0.signals } }

    func receive(subscription: any Subscription) {
      let box = OnQueue(subscription)
      state.withLock { $0.subscription = box }
      subscription.request(.unlimited)
    }

    func receive(_ value: Int) {
      let subscription = state.withLock { state in
        state.signals += 1
        return state.subscription
      }
      subscription?.value.cancel()
      subscription?.value.cancel()
    }

    func receive(completion: Completion) { state.withLock { $0.signals += 1 } }
  }
}
