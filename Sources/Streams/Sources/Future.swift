import Synchronization

/// One value from outside: a request, a computation elsewhere.
///
/// `start` runs on the first credit, not on subscription, once for each subscription, on the stream's queue. It gets a
/// promise, which may be kept from any thread, even before `start` returns, and gives back what stops the work. That is
/// called at most once, on the stream's queue, when the stream is cancelled before the promise is kept; nothing follows.
/// The scheduler counts it as outside work meanwhile. What `start` throws fails the stream.
package struct Future<Output: Sendable>: Publisher {
  private let start: @Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?

  package init(_ start: @escaping @Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?) {
    self.start = start
  }

  package func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    edge.bind(FutureSource(start: start, downstream: edge, queue: context), on: context, from: context)
  }
}

/// Keeps the word of a `Future`. The first `resolve` counts; a promise let go of unkept fails the stream.
package final class Promise<Output: Sendable>: Sendable {
  private let source: Mutex<FutureSource<Output>?>
  private let queue: SerialQueue
  private let activity: Activity

  fileprivate init(source: FutureSource<Output>, queue: SerialQueue) {
    self.source = Mutex(source.asSendable)
    self.queue = queue
    activity = queue.scheduler.beginActivity()
  }

  deinit { resolve(.failure(BrokenPromise())) }

  /// The one value, or the failure. Callable from any thread; later calls do nothing.
  package func resolve(_ result: Result<Output, any Error>) {
    guard let source = source.withLock({ $0.take() }) else { return }
    source.take(result)
    queue.post(source, .work)
    activity.end()
  }

  /// Nobody waits for the result any more. False where it has been given already.
  fileprivate func abandon() -> Bool {
    guard source.withLock({ $0.take() }) != nil else { return false }
    activity.end()
    return true
  }
}

/// A `Future`'s work ended without a result.
package struct BrokenPromise: Error, CustomStringConvertible {
  package var description: String { "the work ended without a result" }
}

/// One use of a `Future`.
///
/// `@unchecked Sendable`: all but `result` is touched on `queue` alone; `result` is written once, before the post that
/// has it read.
private final class FutureSource<Output: Sendable>: Subscription, Runnable, @unchecked Sendable {
  private var start: (@Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?)?
  private let downstream: Edge<Output>
  private let queue: SerialQueue
  private var stop: (@Sendable () -> Void)?
  private weak var promise: Promise<Output>?
  private var result: Result<Output, any Error>?

  init(
    start: @escaping @Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?, downstream: Edge<Output>,
    queue: SerialQueue
  ) {
    self.start = start
    self.downstream = downstream
    self.queue = queue
  }

  var asSendable: FutureSource { self }

  func request(_ demand: Demand) {
    guard let start = start.take() else { return }
    let promise = Promise(source: self, queue: queue)
    self.promise = promise
    do { stop = try start(promise) } catch { promise.resolve(.failure(error)) }
  }

  func cancel() {
    start = nil
    let stop = stop.take()
    // A promise that is gone was kept, or broken; either way its work is over.
    if promise?.abandon() == true { stop?() }
  }

  func take(_ result: Result<Output, any Error>) { self.result = result }

  func run(_ turn: Turn) {
    stop = nil
    switch result.take() {
    case .success(let value):
      downstream.send(value)
      downstream.send(completion: .finished)
    case .failure(let error): downstream.send(completion: .failure(error))
    case nil: break
    }
  }
}
