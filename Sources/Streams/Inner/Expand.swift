extension Publisher {
  /// Feeds each result back in, until nothing comes: paging as a stream.
  ///
  /// For a value, `next` makes a stream; what that emits is passed on, and fed to `next` in its turn, one stream at a
  /// time, in order. Finishes when this stream has and everything was fed back. A failure of either is the end.
  ///
  /// - Parameter emitsInputs: Pass on this stream's own values too, each before what comes of it.
  package func expand(
    emitsInputs: Bool = false, _ next: @escaping @Sendable (Output) throws -> AnyPublisher<Output>
  ) -> AnyPublisher<Output> {
    ExpandSource(upstream: source, emitsInputs: emitsInputs, next: { try next($0.unwrap()).source })
      .typed()
  }
}

private struct ExpandSource: Source {
  let upstream: AnySource
  let emitsInputs: Bool
  let next: @Sendable (Payload) throws -> AnySource

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let expand = Expand(emitsInputs: emitsInputs, next: next, downstream: edge, queue: home)
    edge.bind(expand, on: home, from: context)
    expand.outer = upstream.connect(to: expand, on: home, in: context, from: context)
  }
}

/// Takes the next outer value only when nothing is left to feed back.
private final class Expand: Inlet, InnerReceiver, Subscription {
  var outer: Link?
  private let emitsInputs: Bool
  private let next: @Sendable (Payload) throws -> AnySource
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var toFeed = Ring<Payload>()
  private var inner: Link?
  private var isAwaitingOuter = false

  init(
    emitsInputs: Bool, next: @escaping @Sendable (Payload) throws -> AnySource, downstream: Link,
    queue: SerialQueue
  ) {
    self.emitsInputs = emitsInputs
    self.next = next
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if let inner { inner.request(demand) } else { advance() }
  }

  func cancel() {
    let (outer, inner) = (outer.take(), inner.take())
    outer?.cancel()
    inner?.cancel()
    toFeed = Ring()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    isAwaitingOuter = false
    toFeed.append(copy value)
    if emitsInputs {
      demand -= .max(1)
      downstream.send(value)
    }
    advance()
  }

  func receive(completion: Completion, at port: Int) {
    outer = nil
    if completion.failure != nil {
      end(completion)
    } else if inner == nil, toFeed.isEmpty {
      downstream.send(completion: completion)
    }
  }

  func receiveInner(_ value: consuming Payload, from slot: Int) {
    demand -= .max(1)
    toFeed.append(copy value)
    downstream.send(value)
  }

  func receiveInner(completion: Completion, from slot: Int) {
    inner = nil
    if completion.failure != nil { end(completion) } else { advance() }
  }

  private func advance() {
    guard inner == nil else { return }
    if !toFeed.isEmpty {
      if demand.isNone { return }
      guard let value = toFeed.popFirst() else { return }
      do {
        let edge = Link(to: InnerInlet(self), port: 0, on: queue)
        edge.attach(to: try next(value), in: queue, from: queue)
        inner = edge
        edge.request(demand)
      } catch {
        end(.failure(error))
      }
    } else if let outer {
      if isAwaitingOuter || demand.isNone { return }
      isAwaitingOuter = true
      outer.request(.max(1))
    } else {
      downstream.send(completion: .finished)
    }
  }

  private func end(_ completion: Completion) {
    cancel()
    downstream.send(completion: completion)
  }
}
