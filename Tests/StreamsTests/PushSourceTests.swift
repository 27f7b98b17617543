import Streams
import Testing

@Suite struct PushSourceTests {
  let scheduler = VirtualScheduler()
  var queue: SerialQueue { scheduler.makeQueue(label: "q") }

  /// A source whose feed is left outside, and what stops it.
  private func source(capacity: Int = 64, _ log: Log = Log()) -> (AnyPublisher<String>, @Sendable () -> Feed<String>?) {
    let slot = Slot()
    let source = PushSource<String>(capacity: capacity) { feed in
      log.add("start")
      slot.feed.withLock { $0 = feed }
      return { log.add("stop") }
    }
    return (source.eraseToAnyPublisher(), { slot.feed.withLock { $0 } })
  }

  private final class Slot: Sendable { let feed = Guarded<Feed<String>?>(nil) }

  /// Subscribed, with the first of its credit passed up.
  private func started(
    _ source: AnyPublisher<String>, grants: [(demand: Demand, time: Int)], cancelTime: Int? = nil
  ) -> TimelineSubscriber {
    let queue = queue
    let subscriber = TimelineSubscriber(queue: queue, grants: grants, cancelTime: cancelTime)
    source.subscribe(subscriber, on: queue)
    scheduler.run(until: .zero)
    return subscriber
  }

  @Test func aFailureStaysBehindTheValuesThatWaitForCredit() {
    let (source, feed) = source()
    let subscriber = started(source, grants: [(.max(1), 0), (.max(1), 5), (.max(5), 9)])
    for value in ["a", "b", "c"] { feed()?.send(value) }
    feed()?.fail(Named(name: "e"))
    feed()?.finish()
    #expect(feed()?.send("late") == .closed)
    scheduler.run()
    #expect(subscriber.transcript == "a@0 b@5 c@9 #e@9")
    #expect(scheduler.ledger.isQuiescent)
  }

  @Test func nothingFollowsACancelWithValuesHeld() {
    let log = Log()
    let (source, feed) = source(log)
    let subscriber = started(source, grants: [(.max(1), 0)], cancelTime: 3)
    for value in ["a", "b"] { feed()?.send(value) }
    scheduler.run()
    #expect(subscriber.transcript == "a@0")
    #expect(log.lines == ["start", "stop"])
    #expect(feed()?.send("late") == .closed)
    scheduler.run()
    #expect(subscriber.transcript == "a@0")
    #expect(scheduler.ledger.isQuiescent)
  }

  @Test func aCancelAfterTheEndStopsNothing() {
    let log = Log()
    let (source, feed) = source(log)
    let subscriber = started(source, grants: [(.max(1), 0)], cancelTime: 3)
    for value in ["a", "b"] { feed()?.send(value) }
    feed()?.finish()
    scheduler.run()
    #expect(subscriber.transcript == "a@0")
    #expect(log.lines == ["start"])
  }

  @Test func aProducerIsToldOfRoomOnceForEachWait() {
    let log = Log()
    let (source, feed) = source(capacity: 4)
    let subscriber = started(source, grants: [(.max(1), 0), (.max(1), 5), (.max(2), 6), (.max(9), 7)])
    let scheduler = scheduler
    feed()?.whenReady { log.add("ready@\(scheduler.now.ms)") }
    let answers = (0..<5).map { feed()?.send("\($0)") }
    #expect(answers == [.goOn, .goOn, .goOn, .wait, .wait])
    // It is not at work while it waits: the graph may be stuck for all that anybody knows.
    scheduler.run(until: .milliseconds(1))
    #expect(log.lines == [])
    scheduler.run()
    // Three left at 5, one at 6: half of four or less.
    #expect(log.lines == ["ready@6"])
    feed()?.finish()
    scheduler.run()
    #expect(subscriber.transcript == "0@0 1@5 2@6 3@6 4@7 |@7")
  }

  /// What an action takes along may use the feed when it is let go of, which must not be under the feed's lock.
  @Test func anActionIsLetGoOfOutsideTheLock() {
    final class Sends: Sendable {
      let feed: Feed<String>
      init(_ feed: Feed<String>) { self.feed = feed }
      deinit { feed.send("gone") }
    }
    let (source, feed) = source()
    let probe = Probe<String>()
    let token = probe.subscribe(source, on: queue)
    scheduler.run()
    guard let feed = feed() else {
      Issue.record("the source did not start")
      return
    }
    for _ in 0..<2 {
      let object = Sends(feed)
      feed.whenReady { withExtendedLifetime(object) {} }
    }
    feed.whenReady {}
    scheduler.run()
    #expect(probe.values == ["gone", "gone"])
    feed.finish()
    feed.whenReady {}
    scheduler.run()
    #expect(probe.isFinished)
    withExtendedLifetime(token) {}
  }
}
