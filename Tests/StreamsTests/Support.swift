import Foundation
import Streams
import Synchronization

/// Runs `body` on a thread with a stack of 512 KB and waits for it.
func onSmallStack(_ body: @escaping @Sendable () -> Void) async {
  await withCheckedContinuation { done in
    let thread = Thread {
      body()
      done.resume()
    }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}

/// Collects what a stream brings, from whatever queue.
final class Probe<Value: Sendable>: Sendable {
  private struct State {
    var values: [Value] = []
    var ends: [Completion] = []
    var afterEnd = 0
  }
  private let state = Guarded(State())
  private let ended = DispatchSemaphore(value: 0)

  var values: [Value] { state.withLock { $0.values } }
  var isFinished: Bool { state.withLock { $0.ends.count == 1 && $0.ends[0].failure == nil } }
  var failure: (any Error)? { state.withLock { $0.ends.first?.failure } }
  /// How many terminals and values came after the first terminal.
  var afterEnd: Int { state.withLock { $0.afterEnd + max(0, $0.ends.count - 1) } }
  var hasEnded: Bool { state.withLock { !$0.ends.isEmpty } }

  func subscribe(_ publisher: some Publisher<Value>, on queue: SerialQueue, demand: Demand = .unlimited) -> Cancellable
  {
    publisher.eraseToAnyPublisher().sink(
      on: queue, demand: demand,
      receiveCompletion: { completion in
        self.state.withLock { $0.ends.append(completion) }
        self.ended.signal()
      },
      receiveValue: { value in
        self.state.withLock {
          if !$0.ends.isEmpty { $0.afterEnd += 1 }
          $0.values.append(value)
        }
      })
  }

  /// For streams on Dispatch.
  func waitForEnd() { ended.wait() }
}

/// Runs a stream on virtual time to its end.
@discardableResult
func collectVirtually<Value: Sendable>(_ publisher: some Publisher<Value>) -> Probe<Value> {
  let scheduler = VirtualScheduler()
  let probe = Probe<Value>()
  let token = probe.subscribe(publisher, on: scheduler.makeQueue(label: "test"))
  scheduler.run()
  withExtendedLifetime(token) {}
  return probe
}

/// Counts its living instances.
final class Tracked: Sendable {
  final class Count: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .sequentiallyConsistent) }
    func change(by amount: Int) { count.add(amount, ordering: .sequentiallyConsistent) }
  }
  private let count: Count

  init(_ count: Count) {
    self.count = count
    count.change(by: 1)
  }

  deinit { count.change(by: -1) }
}

/// `publisher` with a step that keeps `object`, as long as the step or its use lives.
func holding<Value: Sendable>(_ object: Tracked, _ publisher: some Publisher<Value>) -> AnyPublisher<Value> {
  publisher.eraseToAnyPublisher().map { value in
    withExtendedLifetime(object) {}
    return value
  }
}
