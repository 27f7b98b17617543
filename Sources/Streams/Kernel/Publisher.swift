// The target `Streams`: demand-driven streams over serial queues.
//
// Words. A `Publisher` describes; nothing runs until it is subscribed. A `Subscription` is one running use of it. A
// `Subscriber` consumes. `Demand` is credit: a producer emits one value for each unit it was asked for, and a terminal
// (`Completion`) without any. An `Edge` joins one producer to one consumer.
//
// The contract every stream keeps:
// 1. Signals to one consumer are serial: `value* (finished | failure)?`. Nothing follows a terminal or a cancel.
// 2. No value without credit. Sources start working (send a request, say) on the first credit, not on subscription.
// 3. Values and terminal share one line for each edge: a failure never overtakes a value sent before it.
// 4. Cancel goes upstream, may come twice, and produces no terminal.
// 5. No foreign code runs under a lock, and no operator is re-entered: what a callback causes is a later turn.
// 6. The depth of a graph never becomes the depth of a call stack: building, starting, running and tearing down
//    are loops over turns. 100,000 chained steps run on a stack of 512 KB.
//
// Where things run. A subscription is made in a context, a `SerialQueue`, and operators live there:
//
//     let scheduler = DispatchScheduler()                       // or VirtualScheduler() in tests
//     let queue = scheduler.makeQueue(label: "orders")
//     let token = [1, 2, 3].publisher
//       .map { $0 * 10 }
//       .flatMap(max: 8) { id in fetch(id) }                    // 8 at once, emitted in the order of the values in
//       .sink(on: queue, receiveCompletion: { … }, receiveValue: { … })
//
// `subscribe(on:)` has everything above it run on another queue, `receive(on:)` everything below it, up to the next
// operator with several inputs. Between two queues an edge is bounded (64 values, refilled in halves).
//
// Sharing. `publisher.multicast(on: queue)` runs a stream once for many consumers: they subscribe first, then
// `connect()` starts it. The slowest live consumer paces; where that would stall the whole graph (a diamond), the
// smallest full edge grows. `multicast(replay: true)` keeps all values for those who come late.
//
// Outside work. `Future` for one value, `PushSource` for many; both may be fed from any thread.
//
// Fusion. Consecutive map, tryMap, mapMany, filter, compactMap, scan, dropFirst, prefix, first, removeDuplicates,
// mapError and handleEvents are one stage, a closure per 32 steps.

/// Describes a stream of values that ends, if it ends, in `finished` or a failure.
///
/// Each subscription runs it anew, except where it says otherwise (`Multicast`). Operators are methods; each returns an
/// `AnyPublisher`.
package protocol Publisher<Output>: Sendable {
  associatedtype Output: Sendable

  /// The queue on which what is below has to live, where `receive(on:)` above said so.
  var outputQueue: SerialQueue? { get }

  /// Starts one use that feeds `edge`, in `context`. Runs on `context`; binds the edge, there or on a queue of its own.
  func attach(_ edge: Edge<Output>, in context: SerialQueue)

  /// This publisher followed by `step`, as one stage where it can be.
  func fused<Next>(_ step: FusedStep<Output, Next>) -> AnyPublisher<Next>

  func eraseToAnyPublisher() -> AnyPublisher<Output>
}

extension Publisher {
  package var outputQueue: SerialQueue? { nil }

  package func fused<Next>(_ step: FusedStep<Output, Next>) -> AnyPublisher<Next> {
    FusedPublisher(upstream: eraseToAnyPublisher(), step: step).eraseToAnyPublisher()
  }

  package func eraseToAnyPublisher() -> AnyPublisher<Output> { AnyPublisher(self) }

  /// Subscribes `subscriber`, which lives on `queue` (or where `receive(on:)` moved it). Callable from anywhere; the
  /// subscriber hears of its subscription on its queue.
  package func subscribe(_ subscriber: some Subscriber<Output> & Sendable, on queue: SerialQueue) {
    let publisher = eraseToAnyPublisher()
    let home = outputQueue ?? queue
    home.async {
      let edge = Edge(to: SubscriberInlet(subscriber), port: 0, on: home)
      subscriber.receive(subscription: edge)
      edge.attach(to: publisher, in: queue, from: home)
    }
  }

  /// An edge to `inlet` on `home`, with this publisher's start as a later turn of `context`. `current` is where the
  /// caller runs.
  func connect(
    to inlet: any Inlet<Output>, port: Int = 0, on home: SerialQueue, in context: SerialQueue, from current: SerialQueue
  ) -> Edge<Output> {
    let edge = Edge<Output>(to: inlet, port: port, on: home)
    edge.attach(to: eraseToAnyPublisher(), in: context, from: current)
    return edge
  }
}

/// A publisher whose type is not told.
package struct AnyPublisher<Output: Sendable>: Publisher {
  private let storage: Storage<Output>
  package let outputQueue: SerialQueue?

  init(_ publisher: any Publisher<Output>) {
    storage = Storage(publisher)
    outputQueue = publisher.outputQueue
  }

  package func attach(_ edge: Edge<Output>, in context: SerialQueue) { storage.publisher?.attach(edge, in: context) }

  package func fused<Next>(_ step: FusedStep<Output, Next>) -> AnyPublisher<Next> {
    guard let publisher = storage.publisher else { preconditionFailure("a publisher outlives its storage") }
    return publisher.fused(step)
  }

  package func eraseToAnyPublisher() -> AnyPublisher<Output> { self }

  /// Lets go of long chains one after the other, not one inside the other.
  ///
  /// `@unchecked Sendable`: `publisher` changes only in `deinit`.
  private final class Storage<Value: Sendable>: @unchecked Sendable {
    fileprivate private(set) var publisher: (any Publisher<Value>)?

    init(_ publisher: any Publisher<Value>) { self.publisher = publisher }

    deinit { Teardown.release(&publisher) }
  }
}

private final class SubscriberInlet<Input: Sendable>: Inlet {
  private let subscriber: any Subscriber<Input>

  init(_ subscriber: any Subscriber<Input>) { self.subscriber = subscriber }

  func receive(_ value: Input, at port: Int) { subscriber.receive(value) }

  func receive(completion: Completion, at port: Int) { subscriber.receive(completion: completion) }
}
