import Streams
import Testing

/// `share(on:)`: one run for all that subscribe in one go.
@Suite struct ShareTests {
  private let scheduler = VirtualScheduler()

  @Test func allThatSubscribeInOneGoSeeEverythingOfOneRun() {
    let runs = Attempts()
    let queue = scheduler.makeQueue(label: "q")
    let shared = deferred { () -> AnyPublisher<Int> in
      _ = runs.next()
      return sequence(1...3)
    }.share(on: scheduler.makeQueue(label: "shared"))
    let probe = Probe<[Int]>()
    let token = probe.subscribe(zipMany([shared, shared.map { $0 * 10 }]), on: queue)
    scheduler.run()
    #expect(probe.values == [[1, 10], [2, 20], [3, 30]] && probe.isFinished)
    #expect(runs.next() == 2)
    withExtendedLifetime(token) {}
  }

  @Test func itStartsWithItsFirstConsumerAndWhoComesLaterGetsTheRest() {
    let queue = scheduler.makeQueue(label: "q")
    let shared = interval(.milliseconds(10)).prefix(4).share(on: queue)
    scheduler.run(until: .seconds(1))
    let (first, second, third) = (Probe<Int>(), Probe<Int>(), Probe<Int>())
    let tokens = [first.subscribe(shared, on: queue)]
    scheduler.advance(by: .milliseconds(25))
    let more = [second.subscribe(shared, on: queue)]
    scheduler.run()
    let last = third.subscribe(shared, on: queue)
    scheduler.run()
    #expect(first.values == [0, 1, 2, 3])
    #expect(second.values == [2, 3] && second.isFinished)
    #expect(third.values == [] && third.isFinished)
    withExtendedLifetime((tokens, more, last)) {}
  }

  @Test func theLastOneToLeaveCancelsIt() {
    let log = Log()
    let queue = scheduler.makeQueue(label: "q")
    let shared = interval(.milliseconds(1)).handleEvents(receiveCancel: { log.add("cancelled") }).share(on: queue)
    let first = Probe<Int>().subscribe(shared, on: queue)
    let second = Probe<Int>().subscribe(shared, on: queue)
    scheduler.run(until: .milliseconds(5))
    first.cancel()
    scheduler.run(until: .milliseconds(10))
    #expect(log.lines == [])
    second.cancel()
    scheduler.run(until: .milliseconds(15))
    #expect(log.lines == ["cancelled"])
  }
}
