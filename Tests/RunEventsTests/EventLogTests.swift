import Dispatch
import HTTP
import RunEvents
import Synchronization
import Testing

@Suite struct EventLogTests {
  /// Keeps what it is told, and checks that no two calls overlap.
  private final class Recorder: Reporter {
    let wanted: EventDetail
    private let isInside = Atomic(false)
    private let state = Mutex((events: [RunEvent](), flushes: 0, ticks: 0, finishes: 0, overlaps: 0))
    private let onTick: @Sendable () -> Void

    init(wanted: EventDetail = .requests, onTick: @escaping @Sendable () -> Void = {}) {
      self.wanted = wanted
      self.onTick = onTick
    }

    var events: [RunEvent] { state.withLock { $0.events } }
    var finishes: Int { state.withLock { $0.finishes } }
    var flushes: Int { state.withLock { $0.flushes } }
    var overlaps: Int { state.withLock { $0.overlaps } }
    var texts: [String] {
      events.compactMap { if case .message(_, _, let text) = $0.kind { text } else { nil } }
    }

    func receive(_ event: RunEvent) { alone { $0.events.append(event) } }
    func flush() { alone { $0.flushes += 1 } }
    func finish() { alone { $0.finishes += 1 } }
    func tick(at time: Duration) {
      alone { $0.ticks += 1 }
      onTick()
    }

    private func alone(
      _ change: (inout (events: [RunEvent], flushes: Int, ticks: Int, finishes: Int, overlaps: Int)) -> Void
    ) {
      let wasInside = isInside.exchange(true, ordering: .sequentiallyConsistent)
      state.withLock {
        if wasInside { $0.overlaps += 1 }
        change(&$0)
      }
      isInside.store(false, ordering: .sequentiallyConsistent)
    }
  }

  private static func counter() -> @Sendable () -> Duration {
    let next = Mutex(0)
    return {
      next.withLock {
        $0 += 1
        return .milliseconds($0)
      }
    }
  }

  @Test func stampsWithoutAGapAndDeliversInOrderFromManyThreads() {
    let recorder = Recorder()
    let log = EventLog(reporters: [recorder], clock: Self.counter())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 { log.append(.message(node: thread, .log, "\(number)")) }
    }
    log.finish()
    let events = recorder.events
    #expect(events.map(\.sequence) == Array(0..<4000))
    #expect(zip(events, events.dropFirst()).allSatisfy { $0.time < $1.time })
    for thread in 0..<8 {
      let own = events.compactMap { event -> String? in
        if case .message(thread, _, let text) = event.kind { text } else { nil }
      }
      #expect(own == (0..<500).map(String.init))
    }
    #expect(recorder.overlaps == 0)
    #expect(recorder.finishes == 1)
  }

  @Test func goesOnWhenManyMoreEventsComeThanMayWait() {
    let recorder = Recorder()
    let log = EventLog(reporters: [recorder], pendingLimit: 4, clock: Self.counter())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for number in 0..<300 { log.append(.message(node: 0, .log, "\(number)")) }
    }
    log.finish()
    #expect(recorder.events.map(\.sequence) == Array(0..<2400))
  }

  @Test func hasDeliveredEverythingAfterFlush() {
    let recorder = Recorder()
    let log = EventLog(reporters: [recorder], clock: Self.counter())
    log.append(.message(node: 0, .log, "a"))
    log.flush()
    #expect(recorder.texts == ["a"])
    #expect(recorder.flushes >= 1)
    #expect(recorder.finishes == 0)
  }

  @Test func dropsWhatComesAfterTheEndAndFinishesOnce() {
    let recorder = Recorder()
    let log = EventLog(reporters: [recorder], clock: Self.counter())
    log.append(.message(node: 0, .log, "a"))
    log.finish()
    log.append(.message(node: 0, .log, "b"))
    log.finish()
    #expect(recorder.texts == ["a"])
    #expect(recorder.finishes == 1)
  }

  @Test func dropsProgressThatNobodyWants() {
    let indifferent = Recorder()
    let log = EventLog(reporters: [indifferent], clock: Self.counter())
    log.append(.requestProgress(request: 1, TransferProgress()))
    log.append(.message(node: 0, .log, "a"))
    log.finish()
    #expect(indifferent.events.map(\.sequence) == [0])

    let curious = Recorder(wanted: .progress)
    let second = EventLog(reporters: [curious], clock: Self.counter())
    second.append(.requestProgress(request: 1, TransferProgress()))
    second.finish()
    #expect(curious.events.count == 1)
    #expect(second.wanted == .progress)
  }

  @Test func masksWhatIsAppendedAfterHide() {
    let recorder = Recorder()
    let log = EventLog(reporters: [recorder], mask: SecretMask(["first"]), clock: Self.counter())
    log.append(.message(node: 0, .log, "first second"))
    log.flush()
    log.hide("second")
    log.append(.message(node: 0, .log, "first second"))
    log.finish()
    #expect(recorder.texts == ["*** second", "*** ***"])
  }

  @Test func tellsTheReportersInTheirOrder() {
    let order = Mutex<[String]>([])
    final class Named: Reporter {
      let body: @Sendable (String) -> Void
      init(_ body: @escaping @Sendable (String) -> Void) { self.body = body }
      func receive(_ event: RunEvent) { body("receive") }
      func finish() { body("finish") }
    }
    let reporters = ["a", "b"].map { name in Named { what in order.withLock { $0.append("\(name) \(what)") } } }
    let log = EventLog(reporters: reporters, clock: Self.counter())
    log.append(.nodeStarted(node: 0))
    log.append(.nodeStarted(node: 1))
    log.finish()
    #expect(order.withLock { $0 } == ["a receive", "b receive", "a receive", "b receive", "a finish", "b finish"])
  }

  @Test func ticksWithoutAnyEvent() {
    let ticked = DispatchSemaphore(value: 0)
    let log = EventLog(reporters: [Recorder(wanted: .ticks) { ticked.signal() }], clock: Self.counter())
    ticked.wait()
    ticked.wait()
    log.finish()
  }

  @Test func isReleasedThoughItTicks() {
    final class Ticked: Reporter {
      let wanted = EventDetail.ticks
      let isReleased: DispatchSemaphore
      init(_ isReleased: DispatchSemaphore) { self.isReleased = isReleased }
      deinit { isReleased.signal() }
      func receive(_ event: RunEvent) {}
      func finish() {}
    }
    let isReleased = DispatchSemaphore(value: 0)
    do { _ = EventLog(reporters: [Ticked(isReleased)], clock: Self.counter()) }
    isReleased.wait()
  }
}
