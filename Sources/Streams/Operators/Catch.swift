extension Publisher {
  /// After a failure goes on with the stream that `handler` makes of it, with the unspent credit. That one's own failure,
  /// or what `handler` throws, is passed on. Values before the failure stay. `handler` runs on the stream's queue.
  public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> AnyPublisher<Output>
  ) -> AnyPublisher<Output> {
    CatchSource(upstream: source, handler: { try handler($0).untyped }).typed()
  }

  /// Emits `value` in place of a failure, as soon as there is credit for it, then finishes.
  public func replaceError(with value: Output) -> AnyPublisher<Output> { `catch` { _ in just(value) } }

  /// Emits what `make` makes of a failure in its place, then finishes; what it throws is the failure.
  public func replaceError(_ make: @escaping @Sendable (any Error) throws -> Output) -> AnyPublisher<Output> {
    `catch` { just(try make($0)) }
  }
}

private struct CatchSource: Source {
  let upstream: AnySource
  let handler: @Sendable (any Error) throws -> AnySource

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let subscription = CatchSubscription(handler: handler, downstream: edge, queue: home)
    edge.bind(subscription, on: home, from: context)
    subscription.current = upstream.connect(to: subscription, on: home, in: context, from: context)
  }
}

private final class CatchSubscription: Inlet, Subscription {
  @exclusivity(unchecked) var current: Link?
  @exclusivity(unchecked) private var handler: (@Sendable (any Error) throws -> AnySource)?
  private let downstream: Link
  private let queue: SerialQueue
  @exclusivity(unchecked) private var demand = Demand.none

  init(
    handler: @escaping @Sendable (any Error) throws -> AnySource, downstream: Link, queue: SerialQueue
  ) {
    self.handler = handler
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    current?.request(demand)
  }

  func cancel() {
    let current = current.take()
    current?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    demand -= .max(1)
    downstream.send(value)
  }

  func receive(completion: Completion, at port: Int) {
    current = nil
    guard case .failure(let error) = completion, let handler = handler.take() else {
      return downstream.send(completion: completion)
    }
    do {
      let edge = try handler(error).connect(to: self, on: queue, in: queue, from: queue)
      current = edge
      if !demand.isNone { edge.request(demand) }
    } catch {
      downstream.send(completion: .failure(error))
    }
  }
}
