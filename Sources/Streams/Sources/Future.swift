/// One value from outside: a request, a computation elsewhere.
///
/// `start` runs on the first credit, not on subscription, once for each subscription, on the stream's queue. It gets a
/// promise, which may be kept from any thread, even before `start` returns, and gives back what stops the work. That is
/// called at most once, on the stream's queue, when the stream is cancelled before the promise is kept; nothing follows.
/// The scheduler counts it as outside work meanwhile. What `start` throws fails the stream.
public struct Future<Output: Sendable>: Publisher {
  private let start: @Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?

  public init(_ start: @escaping @Sendable (Promise<Output>) throws -> (@Sendable () -> Void)?) {
    self.start = start
  }

  public func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    eraseToAnyPublisher().attach(edge, in: context)
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output> {
    let start = start
    return FutureSource { use in
      let promise = Promise<Output>(use: use)
      // Here, since the promise would be gone, and broken, by the time a caller caught it.
      do { return try start(promise) } catch {
        promise.resolve(.failure(error))
        return nil
      }
    }
    .typed()
  }
}

/// The word of a `Future`. The first `resolve` counts; a promise let go of unkept fails the stream.
public final class Promise<Output: Sendable>: Sendable {
  private let use: FutureUse

  fileprivate init(use: FutureUse) { self.use = use }

  deinit { use.settle(.failure(BrokenPromise())) }

  /// The one value, or the failure. Callable from any thread; later calls do nothing.
  public func resolve(_ result: Result<Output, any Error>) {
    switch result {
    case .success(let value): use.settle(.success(Payload(value)))
    case .failure(let error): use.settle(.failure(error))
    }
  }
}

/// A `Future`'s work ended without a result.
public struct BrokenPromise: Error, CustomStringConvertible {
  public var description: String { "the work ended without a result" }
}

private struct FutureSource: Source {
  typealias Start = @Sendable (FutureUse) -> (@Sendable () -> Void)?

  let start: Start

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(FutureUse(start: start, downstream: edge, queue: context), on: context, from: context)
  }
}

/// One use of a `Future`.
///
/// `@unchecked Sendable`: all but `outcome` is touched on `queue` alone.
private final class FutureUse: Subscription, Runnable, @unchecked Sendable {
  private enum Outcome {
    case open
    case settled(Result<Payload, any Error>)
    /// Passed on, or not wanted.
    case gone
  }

  private var start: FutureSource.Start?
  private let downstream: Link
  private let queue: SerialQueue
  private var stop: (@Sendable () -> Void)?
  private let outcome = Guarded(Outcome.open)

  init(start: @escaping FutureSource.Start, downstream: Link, queue: SerialQueue) {
    self.start = start
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    guard let start = start.take() else { return }
    queue.scheduler.ledger.outsideBegan()
    stop = start(self)
  }

  func cancel() {
    if start.take() != nil { return }
    let old = outcome.withLock { outcome in
      defer { outcome = .gone }
      return outcome
    }
    let stop = stop.take()
    guard case .open = old else { return }
    stop?()
    queue.scheduler.ledger.outsideEnded()
  }

  func settle(_ result: Result<Payload, any Error>) {
    let isFirst = outcome.withLock { outcome in
      guard case .open = outcome else { return false }
      outcome = .settled(result)
      return true
    }
    if !isFirst { return }
    queue.post(self, .work)
    queue.scheduler.ledger.outsideEnded()
  }

  func run(_ turn: Turn) {
    stop = nil
    let old = outcome.withLock { outcome in
      defer { outcome = .gone }
      return outcome
    }
    switch old {
    case .settled(.success(let value)):
      downstream.send(value)
      downstream.send(completion: .finished)
    case .settled(.failure(let error)): downstream.send(completion: .failure(error))
    case .open, .gone: break
    }
  }
}
