import Foundation
import Streams
import Testing

/// Streams fed and ended from real threads.
@Suite struct ThreadTests {
  /// A source fed by a thread of its own, which heeds the answers.
  private func threadSource(_ count: Int) -> AnyPublisher<Int> {
    PushSource<Int> { feed in
      let room = DispatchSemaphore(value: 0)
      feed.whenReady { room.signal() }
      Thread.detachNewThread {
        for value in 0..<count {
          switch feed.send(value) {
          case .goOn: break
          case .wait: room.wait()
          case .closed: return
          }
        }
        feed.finish()
      }
      return { room.signal() }
    }.eraseToAnyPublisher()
  }

  @Test func twoThreadsFeedOneZip() {
    let scheduler = DispatchScheduler()
    let probe = Probe<[Int]>()
    let token = probe.subscribe(
      zipMany([threadSource(2000), threadSource(2000)]), on: scheduler.makeQueue(label: "q"))
    probe.waitForEnd()
    #expect(probe.values == (0..<2000).map { [$0, $0] })
    withExtendedLifetime(token) {}
  }

  @Test func everyInputOfAMergeKeepsItsOrderAcrossQueues() {
    let scheduler = DispatchScheduler()
    let probe = Probe<Int>()
    let inputs = (0..<4).map { k in
      sequence(0..<1000).map { $0 * 4 + k }.subscribe(on: scheduler.makeQueue(label: "\(k)"))
    }
    let token = probe.subscribe(mergeMany(inputs), on: scheduler.makeQueue(label: "q"))
    probe.waitForEnd()
    for k in 0..<4 { #expect(probe.values.filter { $0 % 4 == k } == (0..<1000).map { $0 * 4 + k }) }
    #expect(probe.values.count == 4000)
    withExtendedLifetime(token) {}
  }

  @Test func nothingFollowsACancelFromAnotherThread() async {
    let scheduler = DispatchScheduler()
    for round in 0..<50 {
      let queue = scheduler.makeQueue(label: "q")
      let stopped = Guarded(false)
      let late = Attempts()
      let stream = sequence(0..<1_000_000).map { $0 + 1 }.subscribe(on: scheduler.makeQueue(label: "up"))
      let token = stream.sink(
        on: queue, receiveCompletion: { _ in },
        receiveValue: { _ in if stopped.withLock({ $0 }) { _ = late.next() } })
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          for _ in 0..<(round * 10) { _ = scheduler.now }
          token.cancel()
          // On the queue, behind the cancel.
          queue.async {
            stopped.withLock { $0 = true }
            done.resume()
          }
        }
      }
      await withCheckedContinuation { done in scheduler.whenIdle(on: queue) { done.resume() } }
      #expect(late.next() == 1)
    }
  }

  @Test func aPromiseMayBeKeptFromAnyThread() {
    let scheduler = DispatchScheduler()
    let probe = Probe<Int>()
    let pool = DispatchQueue(label: "pool", attributes: .concurrent)
    let stream = sequence(0..<2000).flatMap(max: 64) { value in
      Future<Int> { promise in
        pool.async { promise.resolve(.success(value)) }
        return nil
      }.eraseToAnyPublisher()
    }
    let token = probe.subscribe(stream, on: scheduler.makeQueue(label: "q"))
    probe.waitForEnd()
    #expect(probe.values == Array(0..<2000))
    withExtendedLifetime(token) {}
  }

  @Test func equalDeadlinesFireInTheOrderOfArming() async {
    let scheduler = DispatchScheduler()
    let queue = scheduler.makeQueue(label: "q")
    let probe = Probe<Int>()
    let stream = sequence(0..<500).flatMap(max: 500, order: .arrival) { just($0).delay(for: .milliseconds(5)) }
    let token = probe.subscribe(stream, on: queue)
    probe.waitForEnd()
    #expect(probe.values == Array(0..<500))
    withExtendedLifetime(token) {}
  }

  @Test func receiveOnMovesWhatIsBelowAndSubscribeOnWhatIsAbove() {
    let scheduler = DispatchScheduler()
    let (home, up, down) = (
      scheduler.makeQueue(label: "home"), scheduler.makeQueue(label: "up"), scheduler.makeQueue(label: "down")
    )
    let probe = Probe<Int>()
    let stream = sequence(0..<10)
      .map { value in
        up.assertCurrent()
        return value
      }
      .subscribe(on: up)
      .map { value in
        home.assertCurrent()
        return value
      }
      .receive(on: down)
      .map { value in
        down.assertCurrent()
        return value
      }
      .flatMap { value in
        down.assertCurrent()
        return just(value)
      }
      .retry(1)
    let token = probe.subscribe(stream, on: home)
    probe.waitForEnd()
    #expect(probe.values == Array(0..<10))
    withExtendedLifetime(token) {}
  }

  /// An operator below `receive(on:)` lives on a queue where it may be stopped while it is still being tied to what is above.
  @Test func anOperatorMayBeStoppedWhileItIsBeingMade() {
    let count = Tracked.Count()
    weak var left: DispatchScheduler?
    do {
      let scheduler = DispatchScheduler()
      left = scheduler
      let (context, home) = (scheduler.makeQueue(label: "context"), scheduler.makeQueue(label: "home"))
      for _ in 0..<4000 {
        let stream = holding(Tracked(count), never(Int.self)).receive(on: home)
          .waiting(for: (0..<20).map { _ in never(Int.self) }) { value, _ in value }
          .delay(for: .milliseconds(1))
        stream.sink(on: context, receiveCompletion: { _ in }, receiveValue: { _ in }).cancel()
      }
    }
    #expect(eventually { count.value == 0 && left == nil })
  }
}
