import Streams
import Testing

/// Every node, edge and payload is freed: after the end, a failure, a cancel, and where nothing ever started. Each
/// operator's closures hold a counted object, and so does each value.
@Suite struct LeakTests {
  typealias Stream = AnyPublisher<Tracked>

  enum Ending: CaseIterable { case finished, failure, cancel, unconnected, neverSubscribed, schedulerAbandoned }

  @Test(arguments: Ending.allCases) func everythingIsFreed(_ ending: Ending) {
    let count = Tracked.Count()
    do {
      let scheduler = VirtualScheduler()
      let (queue, other) = (scheduler.makeQueue(label: "q"), scheduler.makeQueue(label: "other"))
      for make in Self.streams {
        let source: Stream =
          switch ending {
          case .finished, .unconnected, .neverSubscribed:
            holding(Tracked(count), sequence(0..<20).map { _ in Tracked(count) })
          case .failure: sequence(0..<20).map { _ in Tracked(count) }.append(fail(Named(name: "e")))
          case .cancel, .schedulerAbandoned:
            interval(.milliseconds(1)).map { [object = Tracked(count)] _ in
              withExtendedLifetime(object) { Tracked(count) }
            }
          }
        let node = source.multicast(on: queue, capacity: 4)
        let kept = source.multicast(on: other, replay: true)
        let stream = make(count, node.eraseToAnyPublisher(), kept.eraseToAnyPublisher(), other)
        if ending == .neverSubscribed { continue }
        let probe = Probe<Tracked>()
        let token = probe.subscribe(stream, on: queue)
        if ending != .unconnected {
          node.connect()
          kept.connect()
        }
        if ending != .schedulerAbandoned { scheduler.run(until: scheduler.now + .milliseconds(7)) }
        token.cancel()
        if ending == .cancel { kept.cancel() }
        if ending != .schedulerAbandoned { scheduler.run(until: scheduler.now + .milliseconds(50)) }
      }
      // What letting go of the last ones posted.
      if ending != .schedulerAbandoned { scheduler.run(until: scheduler.now + .milliseconds(50)) }
    }
    if ending != .schedulerAbandoned { #expect(count.value == 0) }
  }

  @Test func aTimerThatWasCancelledKeepsNothingUntilItsTime() {
    weak var left: DispatchScheduler?
    do {
      let scheduler = DispatchScheduler()
      left = scheduler
      let probe = Probe<Int>()
      let token = probe.subscribe(
        just(1).timeout(.seconds(3600)).timeout(.seconds(1800)), on: scheduler.makeQueue(label: "q"))
      probe.waitForEnd()
      withExtendedLifetime(token) {}
    }
    #expect(eventually { left == nil })
  }

  static let streams: [@Sendable (Tracked.Count, Stream, Stream, SerialQueue) -> Stream] = [
    { count, a, _, _ in holding(Tracked(count), a) },
    { count, a, b, _ in zipMany([holding(Tracked(count), a), b]).map { $0[1] } },
    { count, a, b, _ in combineLatest([holding(Tracked(count), a), b]).map { $0[0] } },
    { count, a, b, other in mergeMany([a.subscribe(on: other), holding(Tracked(count), b)]) },
    { count, a, b, _ in a.append(holding(Tracked(count), b)) },
    { count, a, b, _ in race([holding(Tracked(count), a), b]) },
    { count, a, _, _ in a.flatMap { holding(Tracked(count), just($0).delay(for: .milliseconds(2))) } },
    { count, a, _, _ in
      a.flatMap(max: 3, order: .arrival) { holding(Tracked(count), just($0).delay(for: .milliseconds(2))) }
    },
    { count, a, _, _ in a.switchMap { holding(Tracked(count), just($0).delay(for: .milliseconds(2))) } },
    { count, a, _, _ in a.expand { _ in holding(Tracked(count), empty()) } },
    { count, a, _, _ in holding(Tracked(count), a).retry(.init(times: 2, delay: { _, _ in .milliseconds(1) })) },
    { count, a, b, _ in a.catch { [object = Tracked(count)] _ in withExtendedLifetime(object) { b } } },
    { count, a, _, other in holding(Tracked(count), a.receive(on: other)).delay(for: .milliseconds(3)) },
    { count, a, _, _ in holding(Tracked(count), a).timeout(.milliseconds(3)) },
    { count, a, _, _ in holding(Tracked(count), a).debounce(for: .milliseconds(3)) },
    { count, a, _, _ in holding(Tracked(count), a).throttle(for: .milliseconds(3)) },
    { count, a, _, _ in a.collect(3).map { $0[0] } },
    { count, a, _, _ in holding(Tracked(count), a).collect().map { $0[0] } },
    { count, a, b, _ in a.waiting(for: [b.first(), holding(Tracked(count), b).last()]) { value, _ in value } },
    { count, a, _, _ in
      a.flatMap { value in
        Future<Tracked> { [object = Tracked(count)] promise in
          withExtendedLifetime(object) { promise.resolve(.success(value)) }
          return { withExtendedLifetime(object) {} }
        }.eraseToAnyPublisher()
      }
    },
    { count, a, _, _ in
      a.flatMap { value in
        PushSource<Tracked> { [object = Tracked(count)] feed in
          feed.send(value)
          feed.send(object)
          feed.finish()
          return { withExtendedLifetime(object) {} }
        }.eraseToAnyPublisher()
      }
    },
  ]
}
