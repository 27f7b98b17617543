/// One run of a stream for many consumers: same values, same terminal, each at its own pace within a bounded line.
///
/// Consumers subscribe first; `connect` starts the stream. They are served in the order of their subscriptions, or of
/// their ranks (`consumer(rank:)`). The slowest live consumer paces: the stream is asked for no more than every line
/// has room for, nor than some consumer wants. A consumer that cancels disturbs no other; when the last one has left,
/// the stream is cancelled. Who subscribes while the stream runs gets what comes from then on; after its end, the end.
///
/// A bounded line can stall a graph (`zip(a, a.collect())`). When a scheduler finds nothing else under way, the
/// smallest full line grows to the double, up to `maximumCapacity`; beyond, all consumers get a `StallError`.
///
/// With `replay` all values are kept, a consumer that comes at any time gets them all, nobody paces but demand, and the
/// stream goes on when the last consumer leaves (end it with `cancel()`).
///
/// Let go of (it, and what was built on it), it goes on for the consumers it has, and ends with the last of them.
public final class Multicast<Output: Sendable>: Publisher, Sendable {
  private let handle: MulticastHandle
  private var core: MulticastCore { handle.core }

  /// What it is called in a stall's message.
  public var label: String { core.label }

  /// - Parameters:
  ///   - queue: Where it lives. Its consumers may live elsewhere.
  ///   - capacity: Values that wait for one consumer.
  public init(
    _ upstream: some Publisher<Output>, on queue: SerialQueue, label: String = "", capacity: Int = 64,
    maximumCapacity: Int = 1 << 20, replay: Bool = false
  ) {
    precondition(capacity > 0 && capacity <= maximumCapacity, "a line needs room for one value")
    handle = MulticastHandle(
      MulticastCore(
        upstream: upstream.source, queue: queue, label: label,
        machine: .init(limits: .init(capacity: capacity, maximum: maximumCapacity), isReplaying: replay)))
  }

  public func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    core.add(edge.link, rank: .max, name: nil, from: context)
  }

  public func eraseToAnyPublisher() -> AnyPublisher<Output> { consumer(rank: .max) }

  /// This stream for a consumer with a place of its own among the others: lower ranks are served first, equal ones in
  /// the order of subscription.
  ///
  /// - Parameter name: What the edge to it is called in a stall's message.
  public func consumer(rank: Int, name: String? = nil) -> AnyPublisher<Output> {
    ConsumerSource(handle: handle, rank: rank, name: name).typed()
  }

  /// This stream for a consumer that subscribes late, and once: its place is kept from now on, it counts as subscribed, and
  /// values wait in its line as in any other. So `a.append(a.lateConsumer())` gets all of `a` twice, though the second is
  /// subscribed only when the first has finished; its line grows as far as it must. Let go of unused, the place is given
  /// up. A second subscription is an ordinary new one. Callable from any thread.
  public func lateConsumer(rank: Int = .max, name: String? = nil) -> AnyPublisher<Output> {
    LateSource(handle: handle, place: core.keepPlace(rank: rank, name: name), rank: rank, name: name).typed()
  }

  /// Starts the stream once as many consumers have subscribed as are expected, counting those that left since, or with
  /// nil at the next moment the scheduler is idle, when all subscriptions made before are through. Of several calls
  /// the one that is met first counts. Callable from any thread.
  public func connect(expecting consumers: Int? = nil) {
    let (core, queue) = (core, core.queue)
    core.markUsed()
    if let consumers {
      queue.async { core.connect(expecting: consumers) }
    } else {
      queue.scheduler.whenIdle(on: queue) { core.connect(expecting: 0) }
    }
  }

  /// Cancels the stream. Consumers get what is in line for them, and then the failure `StreamCancelled`. Callable from
  /// any thread.
  public func cancel() {
    let core = core
    core.queue.async { core.stop(with: .failure(StreamCancelled())) }
  }

  /// Calls `body` on this multicast's queue with the state of the lines, in the consumers' order.
  public func inspect(_ body: @escaping @Sendable ([MulticastLine]) -> Void) {
    let core = core
    core.queue.async { body(core.lines) }
  }
}

/// The state of one consumer's line.
public struct MulticastLine: Sendable {
  public let name: String
  /// Values in line now.
  public let count: Int
  public let capacity: Int
  /// The most values that ever were in line.
  public let highWaterMark: Int
}

/// A shared stream was ended by `Multicast.cancel()`.
public struct StreamCancelled: Error, CustomStringConvertible {
  public init() {}
  public var description: String { "the stream was cancelled" }
}

/// Nothing can go on: these lines are full, and as long as they may get.
public struct StallError: Error, CustomStringConvertible {
  /// The names of all lines that were full, `node → consumer`.
  public let edges: [String]
  public let capacity: Int

  public var description: String {
    "the graph is stuck: \(capacity) values wait at \(edges.joined(separator: ", ")), and no more may"
  }
}

extension Publisher {
  /// This stream, run once for many consumers. See `Multicast`.
  public func multicast(
    on queue: SerialQueue, label: String = "", capacity: Int = 64, maximumCapacity: Int = 1 << 20, replay: Bool = false
  ) -> Multicast<Output> {
    Multicast(
      self, on: queue, label: label, capacity: capacity, maximumCapacity: maximumCapacity, replay: replay)
  }
}

private struct ConsumerSource: Source {
  let handle: MulticastHandle
  let rank: Int
  let name: String?

  func attach(_ edge: Link, in context: SerialQueue) { handle.core.add(edge, rank: rank, name: name, from: context) }
}

private struct LateSource: Source {
  let handle: MulticastHandle
  let place: KeptPlace
  let rank: Int
  let name: String?

  func attach(_ edge: Link, in context: SerialQueue) {
    if !place.take(edge) { handle.core.add(edge, rank: rank, name: name, from: context) }
  }
}

/// Held by whoever may still subscribe to a multicast.
private final class MulticastHandle: Sendable {
  let core: MulticastCore

  init(_ core: MulticastCore) { self.core = core }

  deinit {
    let core = core
    if core.isUsed { core.queue.async { core.abandon() } }
  }
}
