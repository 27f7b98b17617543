extension Publisher {
  /// One inner stream for each value, only the newest of which lives: a new value cancels the one before.
  ///
  /// Unspent credit goes to the new inner stream. Finishes when this stream and the current inner one have; a failure of
  /// either cancels the other.
  package func switchMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    SwitchMapPublisher(upstream: eraseToAnyPublisher(), transform: transform).eraseToAnyPublisher()
  }
}

private struct SwitchMapPublisher<Input: Sendable, Output: Sendable>: Publisher {
  let upstream: AnyPublisher<Input>
  let transform: @Sendable (Input) throws -> AnyPublisher<Output>

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    let home = outputQueue ?? context
    let map = SwitchMap(transform: transform, downstream: edge, queue: home)
    edge.bind(map, on: home, from: context)
    map.outer = upstream.connect(to: map, on: home, in: context, from: context)
  }
}

private final class SwitchMap<Input: Sendable, Output: Sendable>: Inlet, InnerReceiver, Subscription {
  typealias Inner = Output

  var outer: Edge<Input>?
  private let transform: @Sendable (Input) throws -> AnyPublisher<Output>
  private let downstream: Edge<Output>
  private let queue: SerialQueue
  private var inner: Edge<Output>?
  private var demand = Demand.none
  private var hasStarted = false

  init(
    transform: @escaping @Sendable (Input) throws -> AnyPublisher<Output>, downstream: Edge<Output>, queue: SerialQueue
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

  func receive(_ value: Input, at port: Int) {
    let old = inner.take()
    old?.cancel()
    do {
      let edge = Edge(to: InnerInlet(self), port: 0, on: queue)
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

  func receiveInner(_ value: Output, from slot: Int) {
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
