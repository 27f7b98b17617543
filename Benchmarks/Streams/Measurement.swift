import Dispatch
import Streams

/// One stream, run to its end on Dispatch queues.
struct Measurement: Sendable {
  let name: String
  /// What one of `count` is.
  let unit: String
  let count: Int
  /// The most hops one of them may cost.
  let limit: Double
  /// Builds and runs the stream, and tells how many values came out of it.
  let run: @Sendable (Int, DispatchScheduler) -> Int
  /// How many values have to come out.
  let expected: @Sendable (Int) -> Int

  /// The time of one run with `count` of its units, building and tearing down included.
  func time(_ count: Int) -> Duration {
    let scheduler = DispatchScheduler()
    let start = ContinuousClock.now
    let outputs = run(count, scheduler)
    let time = ContinuousClock.now - start
    precondition(outputs == expected(count), "\(name): \(outputs) values came out, not \(expected(count))")
    return time
  }
}

/// Runs `stream` to its end and counts its values.
func drain<Output>(_ stream: AnyPublisher<Output>, on scheduler: DispatchScheduler) -> Int {
  let done = DispatchSemaphore(value: 0)
  let counter = Counter()
  let token = stream.sink(
    on: scheduler.makeQueue(label: "sink"),
    receiveCompletion: { completion in
      if let error = completion.failure { preconditionFailure("the stream failed: \(error)") }
      done.signal()
    },
    receiveValue: { _ in counter.value += 1 })
  done.wait()
  return withExtendedLifetime(token) { counter.value }
}

/// `@unchecked Sendable`: written on the sink's queue alone, and read after its end was signalled.
final class Counter: @unchecked Sendable {
  var value = 0
}
