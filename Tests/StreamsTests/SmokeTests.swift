import Streams
import Testing

@Suite struct SmokeTests {
  @Test func aChainDeliversInOrderOnVirtualTime() {
    let scheduler = VirtualScheduler()
    let log = Log()
    let token = (1...200).publisher.map { $0 * 2 }.filter { $0 % 3 == 0 }
      .sink(
        on: scheduler.makeQueue(label: "q"), receiveCompletion: { log.add("\($0)") }, receiveValue: { log.add("\($0)") }
      )
    scheduler.run()
    #expect(log.lines == (1...200).map { $0 * 2 }.filter { $0 % 3 == 0 }.map(String.init) + ["finished"])
    withExtendedLifetime(token) {}
  }

  @Test func aChainDeliversInOrderAcrossDispatchQueues() async {
    let scheduler = DispatchScheduler()
    let (a, b, c) = (scheduler.makeQueue(label: "a"), scheduler.makeQueue(label: "b"), scheduler.makeQueue(label: "c"))
    let log = Log()
    var token: Cancellable?
    await withCheckedContinuation { done in
      token = (1...2000).publisher.map { $0 + 1 }.subscribe(on: a).map { $0 * 2 }.receive(on: b).map { $0 }
        .sink(on: c, receiveCompletion: { _ in done.resume() }, receiveValue: { log.add("\($0)") })
    }
    #expect(log.lines == (1...2000).map { "\(($0 + 1) * 2)" })
    withExtendedLifetime(token) {}
  }
}

final class Log: Sendable {
  private let state = Guarded<[String]>([])
  func add(_ line: String) { state.withLock { $0.append(line) } }
  var lines: [String] { state.withLock { $0 } }
}
