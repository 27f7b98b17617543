/// Many values from outside: the lines of a response, rows of a file read elsewhere.
///
/// `start` runs on the first credit, once for each subscription, on the stream's queue. It gets a `Feed`, which may be
/// used from any thread, even before `start` returns, and gives back what stops the work: called at most once, on the
/// stream's queue, when the stream is cancelled before the feed's end. The scheduler counts it as outside work until
/// then, except while the producer waits for room. What `start` throws fails the stream.
public struct PushSource<Output: Sendable>: Publisher {
  private let capacity: Int
  private let start: @Sendable (Feed<Output>) throws -> (@Sendable () -> Void)?

  /// - Parameter capacity: Values held before the producer is told to wait.
  public init(capacity: Int = 64, _ start: @escaping @Sendable (Feed<Output>) throws -> (@Sendable () -> Void)?) {
    precondition(capacity > 0, "a feed needs room for one value")
    self.capacity = capacity
    self.start = start
  }

  public func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    eraseToAnyPublisher().attach(edge, in: context)
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output> {
    let start = start
    return PushSourceCore(capacity: capacity) { subscription in
      let feed = Feed<Output>(subscription)
      // Here, since the feed would be gone, and broken, by the time a caller caught it.
      do { return try start(feed) } catch {
        feed.fail(error)
        return nil
      }
    }
    .typed()
  }
}

/// Where an outside producer puts its values, in order, and then one end. Let go of without an end it fails the stream.
public final class Feed<Output: Sendable>: Sendable {
  private let subscription: PushSubscription

  init(_ subscription: PushSubscription) { self.subscription = subscription }

  deinit { subscription.accept(end: .failure(BrokenPromise())) }

  /// Adds one value. It is always taken, unless the answer is `closed`. Callable from any thread.
  @discardableResult
  @inlinable public func send(_ value: Output) -> FeedAnswer { accept(Payload(value)) }

  @usableFromInline func accept(_ value: Payload) -> FeedAnswer { subscription.accept(value) }

  /// There are no more values. Callable from any thread; only the first end counts.
  public func finish() { subscription.accept(end: .finished) }

  /// It broke. Callable from any thread; only the first end counts.
  public func fail(_ error: any Error) { subscription.accept(end: .failure(error)) }

  /// Has `action` called, on the stream's queue, whenever there is room again after an answer of `wait`. Set it before
  /// the first `send`.
  public func whenReady(_ action: @escaping @Sendable () -> Void) { subscription.setReadyAction(action) }
}

/// What a producer is to do next.
public enum FeedAnswer: Sendable {
  /// There is room.
  case goOn
  /// The value is taken, but no more should come until the `whenReady` closure is called.
  case wait
  /// The stream is over; stop.
  case closed
}

private struct PushSourceCore: Source {
  let capacity: Int
  let start: PushSubscription.Start

  func attach(_ edge: Link, in context: SerialQueue) {
    edge.bind(
      PushSubscription(capacity: capacity, start: start, downstream: edge, queue: context), on: context, from: context)
  }
}
