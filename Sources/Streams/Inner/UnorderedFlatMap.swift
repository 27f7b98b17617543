/// Inner streams' values as they arrive. Under a finite demand each is asked for one value at a time.
final class UnorderedFlatMap: Inlet, InnerReceiver, Subscription {

  var outer: Link?
  private let max: Int
  private let transform: @Sendable (Payload) throws -> AnySource
  private let downstream: Link
  private let queue: SerialQueue
  private var demand = Demand.none
  private var inners: [Link?] = []
  private var freeSlots: [Int] = []
  /// Inner streams that have not ended, and outer values asked for.
  private var active = 0
  private var outerOwed = 0
  private var held = Ring<(edge: Link, value: Payload)>()
  private var isOver = false

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
    let wasUnlimited = self.demand.isUnlimited
    self.demand += demand
    drain()
    if self.demand.isUnlimited, !wasUnlimited {
      for inner in inners { inner?.request(.unlimited) }
    }
    admit()
  }

  func cancel() { stop() }

  func receive(_ value: consuming Payload, at port: Int) {
    outerOwed -= 1
    do {
      let inner = try transform(value)
      active += 1
      let slot = freeSlots.popLast() ?? inners.count
      let edge = Link(to: InnerInlet(self), port: slot, on: queue)
      if slot == inners.count { inners.append(edge) } else { inners[slot] = edge }
      edge.attach(to: inner, in: queue, from: queue)
      edge.request(demand.isUnlimited ? .unlimited : .max(1))
    } catch {
      fail(error)
    }
  }

  func receive(completion: Completion, at port: Int) {
    outer = nil
    if let error = completion.failure { fail(error) } else { finishIfDone() }
  }

  func receiveInner(_ value: consuming Payload, from slot: Int) {
    guard let edge = inners[slot] else { return }
    if held.isEmpty, demand.spend() { pass(value, from: edge) } else { held.append((edge, value)) }
  }

  func receiveInner(completion: Completion, from slot: Int) {
    if let error = completion.failure { return fail(error) }
    inners[slot] = nil
    active -= 1
    freeSlots.append(slot)
    admit()
    finishIfDone()
  }

  private func pass(_ value: consuming Payload, from edge: Link) {
    downstream.send(value)
    if !demand.isUnlimited { edge.request(.max(1)) }
  }

  private func drain() {
    while !held.isEmpty, demand.spend() {
      if let (edge, value) = held.popFirst() { pass(value, from: edge) }
    }
    finishIfDone()
  }

  private func admit() {
    guard let outer, !isOver else { return }
    let free = max - active - outerOwed
    guard free > 0 else { return }
    outerOwed += free
    outer.request(.max(free))
  }

  private func finishIfDone() {
    guard !isOver, outer == nil, active == 0, held.isEmpty else { return }
    isOver = true
    downstream.send(completion: .finished)
  }

  private func fail(_ error: any Error) {
    if isOver { return }
    stop()
    downstream.send(completion: .failure(error))
  }

  private func stop() {
    isOver = true
    held = Ring()
    for inner in inners { inner?.cancel() }
    inners = []
    let outer = outer.take()
    outer?.cancel()
  }
}
