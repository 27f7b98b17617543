/// In which order a `flatMap` passes on what its inner streams emit.
@usableFromInline package enum FlatMapOrder: Sendable {
  /// All of the first value's inner stream, then all of the second's: the same output however they are timed.
  case declared
  /// As it arrives.
  case arrival
}

extension Publisher {
  /// One inner stream for each value, up to `max` at once.
  ///
  /// In declared order only the earliest unfinished inner stream emits; the later ones' values are held, as many as
  /// their credit allows. A failure of one (or of this stream) stops admission, cancels what is later at once, lets what
  /// is earlier finish, and comes in its turn: the output is the same prefix every time. With `max: 1` the next inner
  /// stream is made and subscribed when the one before has finished.
  ///
  /// In order of arrival a failure cancels all the others and comes at once; what is held is dropped.
  ///
  /// `transform` runs on the stream's queue; what it throws is the failure of that value's inner stream.
  @inlinable package func flatMap<New: Sendable>(
    max: Int = 8, order: FlatMapOrder = .declared,
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    precondition(max > 0, "at least one inner stream has to run")
    return AnyPublisher(
      Streams.flatMap(source, max: max, order: order, { try transform($0.unwrap()).source }))
  }

  /// One inner stream for each value, one after the other.
  @inlinable package func concatMap<New: Sendable>(
    _ transform: @escaping @Sendable (Output) throws -> AnyPublisher<New>
  ) -> AnyPublisher<New> {
    flatMap(max: 1, transform)
  }
}

/// `flatMap` without its types.
@usableFromInline func flatMap(
  _ upstream: AnySource, max: Int, order: FlatMapOrder, _ transform: @escaping @Sendable (Payload) throws -> AnySource
) -> AnySource {
  AnySource(FlatMapSource(upstream: upstream, max: max, order: order, transform: transform))
}

private struct FlatMapSource: Source {
  let upstream: AnySource
  let max: Int
  let order: FlatMapOrder
  let transform: @Sendable (Payload) throws -> AnySource

  var outputQueue: SerialQueue? { upstream.outputQueue }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    // Far beyond what can run, and still safe to add to.
    let max = min(max, 1 << 40)
    switch order {
    case .declared:
      let map = OrderedFlatMap(max: max, transform: transform, downstream: edge, queue: home)
      edge.bind(map, on: home, from: context)
      map.outer = upstream.connect(to: map, on: home, in: context, from: context)
    case .arrival:
      let map = UnorderedFlatMap(max: max, transform: transform, downstream: edge, queue: home)
      edge.bind(map, on: home, from: context)
      map.outer = upstream.connect(to: map, on: home, in: context, from: context)
    }
  }
}

/// Inner streams stand in a line in the order of their values; the one at its head emits.
private final class OrderedFlatMap: Inlet, InnerReceiver, Subscription {

  var outer: Link?
  private let max: Int
  private let transform: @Sendable (Payload) throws -> AnySource
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var line = Ring<Lane>()
  /// The slot number of the line's head; slots count up from 0.
  private var headSlot = 0
  /// Inner streams that have not ended.
  private var active = 0
  private var outerOwed = 0
  private var outerEnd: Completion?
  private var isOver = false

  /// Inner streams that are through, and wait for an earlier one, before no more are admitted.
  private static let backlog = 64

  init(
    max: Int, transform: @escaping @Sendable (Payload) throws -> AnySource, downstream: Link,
    queue: SerialQueue
  ) {
    self.max = max
    self.transform = transform
    self.downstream = downstream
    self.queue = queue
  }

  func request(_ demand: Demand) {
    if isOver { return }
    self.demand += demand
    drain()
    admit()
  }

  func cancel() {
    isOver = true
    let outer = outer.take()
    outer?.cancel()
    while let lane = line.popFirst() { lane.cancel() }
  }

  func receive(_ value: consuming Payload, at port: Int) {
    outerOwed -= 1
    let lane = Lane()
    line.append(lane)
    do {
      let inner = try transform(value)
      active += 1
      let edge = Link(to: InnerInlet(self), port: headSlot + line.count - 1, on: queue)
      edge.attach(to: inner, in: queue, from: queue)
      lane.edge = edge
      // One at a time waits for its consumer; several at once are there to work ahead.
      lane.refill(for: max > 1 && demand.isNone ? .max(1) : demand)
    } catch {
      lane.end = .failure(error)
      close(after: headSlot + line.count - 1)
      drain()
    }
  }

  func receive(completion: Completion, at port: Int) {
    outer = nil
    if outerEnd == nil { outerEnd = completion }
    drain()
  }

  func receiveInner(_ value: consuming Payload, from slot: Int) {
    guard slot >= headSlot, !isOver else { return }
    let lane = line.element(at: slot - headSlot)
    lane.owed -= 1
    if slot == headSlot, lane.values.isEmpty, demand.spend() {
      downstream.send(value)
      lane.refill(for: demand)
    } else {
      lane.values.append(value)
    }
  }

  func receiveInner(completion: Completion, from slot: Int) {
    guard slot >= headSlot, !isOver else { return }
    let lane = line.element(at: slot - headSlot)
    lane.edge = nil
    lane.end = completion
    active -= 1
    if completion.failure != nil { close(after: slot) }
    if slot == headSlot { drain() }
    admit()
  }

  /// Something failed in `slot`: nothing later counts any more.
  private func close(after slot: Int) {
    let outer = outer.take()
    outer?.cancel()
    outerEnd = .finished
    while headSlot + line.count - 1 > slot, let lane = line.popLast() {
      if lane.edge != nil { active -= 1 }
      lane.cancel()
    }
  }

  private func drain() {
    while !line.isEmpty {
      let head = line.first
      while !head.values.isEmpty {
        guard demand.spend() else { return }
        if let value = head.values.popFirst() { downstream.send(value) }
      }
      guard let end = head.end else {
        if !demand.isNone { head.refill(for: demand) }
        return
      }
      _ = line.popFirst()
      headSlot += 1
      if case .failure = end { return finish(end) }
    }
    if let outerEnd { finish(outerEnd) }
  }

  private func finish(_ completion: Completion) {
    if isOver { return }
    isOver = true
    downstream.send(completion: completion)
  }

  private func admit() {
    guard let outer, !isOver, outerEnd == nil else { return }
    let free = Swift.min(max - active, max + Self.backlog - line.count) - outerOwed
    guard free > 0 else { return }
    outerOwed += free
    outer.request(.max(free))
  }
}
