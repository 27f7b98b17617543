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
// No closure may wait for what another queue does: the thread that it blocks may be the one that is to do it.
//
// Sharing. `publisher.multicast(on: queue)` runs a stream once for many consumers: they subscribe first, then
// `connect()` starts it. The slowest live consumer paces; where that would stall the whole graph (a diamond), the
// smallest full edge grows. `multicast(replay: true)` keeps all values for those who come late.
//
// Outside work. `Future` for one value, `PushSource` for many; both may be fed from any thread.
//
// Fusion. Consecutive map, tryMap, mapMany, filter, compactMap, scan, dropFirst, prefix, first, removeDuplicates,
// mapError, replaceEmpty and handleEvents share a stage: a value goes through all of them in one turn.
//
// Between stages values travel as `Payload`s and every operator is one class for all types; `AnyPublisher<Output>` is the
// typed face of a `Source`.

/// Describes a stream of values that ends, if it ends, in `finished` or a failure.
///
/// Each subscription runs it anew, except where it says otherwise (`Multicast`). Operators are methods; each returns an
/// `AnyPublisher`. To make a source of one's own, conform to this, and send through the edge.
public protocol Publisher<Output>: Sendable {
  associatedtype Output: Sendable

  /// Starts one use that feeds `edge`, in `context`. Runs on `context`; binds the edge before it returns.
  func attach(_ edge: Edge<Output>, in context: SerialQueue)

  func eraseToAnyPublisher() -> AnyPublisher<Output>
}

extension Publisher {
  public func eraseToAnyPublisher() -> AnyPublisher<Output> {
    AnyPublisher(AnySource(CustomSource(publisher: self)))
  }

  /// Subscribes `subscriber`, which lives on `queue` (or where `receive(on:)` moved it). Callable from anywhere; the
  /// subscriber hears of its subscription on its queue.
  public func subscribe(_ subscriber: some Subscriber<Output> & Sendable, on queue: SerialQueue) {
    let source = source
    let home = source.outputQueue ?? queue
    home.async {
      let edge = Link(to: SubscriberInlet(subscriber), port: 0, on: home)
      subscriber.receive(subscription: edge)
      source.start(edge, in: queue, from: home)
    }
  }

  @usableFromInline var source: AnySource { eraseToAnyPublisher().untyped }
}

/// A publisher whose type is not told.
public struct AnyPublisher<Output: Sendable>: Publisher {
  @usableFromInline let base: AnySource
  /// Steps after `base` that share a stage, and share it with those that follow.
  @usableFromInline let stage: OpenStage<Output>?

  @usableFromInline init(_ base: AnySource, _ stage: OpenStage<Output>? = nil) {
    self.base = base
    self.stage = stage
  }

  init(_ source: some Source) { self.init(AnySource(source)) }

  @usableFromInline var untyped: AnySource {
    guard let stage else { return base }
    let (make, exit) = (stage.make, stage.exit)
    return AnySource(StageSource(upstream: base) { use, end in make(use, exit(end)) })
  }

  public func attach(_ edge: Edge<Output>, in context: SerialQueue) { untyped.attach(edge.link, in: context) }

  public func eraseToAnyPublisher() -> AnyPublisher<Output> { self }
}

/// What a publisher of one's own sends through: the producer's end of an edge.
public struct Edge<Value: Sendable>: Sendable {
  let link: Link

  /// The producer's first act: says who takes credit and cancel, and that it lives on `context`, the queue that it was
  /// attached in. Its values and terminal follow from there, at once if it likes.
  public func bind(_ producer: any Subscription, on context: SerialQueue) {
    link.bind(producer, on: context, from: context)
  }

  /// Sends one value down; only with credit. Dropped after a terminal or once the producer was told to stop.
  public func send(_ value: Value) { link.send(Payload(value)) }

  /// Sends the terminal, after the values sent before; needs no credit.
  public func send(completion: Completion) { link.send(completion: completion) }
}

private struct CustomSource<P: Publisher>: Source {
  let publisher: P

  func attach(_ edge: Link, in context: SerialQueue) { publisher.attach(Edge(link: edge), in: context) }
}

private final class SubscriberInlet<Input: Sendable>: Inlet {
  private let subscriber: any Subscriber<Input>

  init(_ subscriber: any Subscriber<Input>) { self.subscriber = subscriber }

  func receive(_ value: consuming Payload, at port: Int) { subscriber.receive(value.unwrap()) }

  func receive(completion: Completion, at port: Int) { subscriber.receive(completion: completion) }
}
