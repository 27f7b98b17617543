extension Publisher {
  /// One inner stream for each value, only the newest of which lives: a new value cancels the one before.
  ///
  /// Unspent credit goes to the new inner stream. Finishes when this stream and the current inner one have; a failure of
  /// either cancels the other.
  package func switchMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    SwitchMapSource(upstream: source, transform: { try transform($0.unwrap()).source }).typed()
  }
}

private struct SwitchMapSource: Source {
  let upstream: AnySource
  let transform: @Sendable (Payload) throws -> AnySource

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let map = SwitchMap(transform: transform, downstream: edge, queue: home)
    edge.bind(map, on: home, from: context)
    map.outer = upstream.connect(to: map, on: home, in: context, from: context)
  }
}

private final class SwitchMap: Inlet, InnerReceiver, Subscription {

  var outer: Link?
  private let transform: @Sendable (Payload) throws -> AnySource
  private let downstream: Link
  private let queue: SerialQueue
  private var inner: Link?
  private var demand = Demand.none
  private var hasStarted = false

  init(
    transform: @escaping @Sendable (Payload) throws -> AnySource, downstream: Link, queue: SerialQueue
  ) {
    self.transform = transform
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    inner?.request(demand)
    if !hasStarted {
      hasStarted = true
      outer?.request(.unlimited)
    }
  }

  func cancel() {
    let (outer, inner) = (outer.take(), inner.take())
    outer?.cancel()
    inner?.cancel()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    let old = inner.take()
    old?.cancel()
    do {
      let edge = Link(to: InnerInlet(self), port: 0, on: queue)
      edge.attach(to: try transform(value), in: queue, from: queue)
      inner = edge
      if !demand.isNone { edge.request(demand) }
    } catch {
      fail(error)
    }
  }

  func receive(completion: Completion, at port: Int) {
    outer = nil
    if let error = completion.failure { fail(error) } else if inner == nil { downstream.send(completion: .finished) }
  }

  func receiveInner(_ value: consuming Payload, from slot: Int) {
    demand -= .max(1)
    downstream.send(value)
  }

  func receiveInner(completion: Completion, from slot: Int) {
    inner = nil
    if let error = completion.failure { fail(error) } else if outer == nil { downstream.send(completion: .finished) }
  }

  private func fail(_ error: any Error) {
    cancel()
    downstream.send(completion: .failure(error))
  }
}
