/// Every value of every input as it arrives.
///
/// Finishes when all inputs have; a failure of one follows the values that came before it, and cancels the others.
/// Without inputs it finishes. Under a finite demand no input is asked for more than 64 values before its earlier ones
/// are out, so that a busy one does not starve the rest.
package func mergeMany<Output: Sendable>(_ inputs: [AnyPublisher<Output>]) -> AnyPublisher<Output> {
  if inputs.isEmpty { return empty() }
  return MergeSource(inputs: inputs.map(\.source)).typed()
}

private struct MergeSource: Source {
  let inputs: [AnySource]

  func attach(_ edge: Link, in context: SerialQueue) {
    let merge = MergeSubscription(count: inputs.count, downstream: edge)
    edge.bind(merge, on: context, from: context)
    for (port, input) in inputs.enumerated() {
      merge.lanes[port].edge = input.connect(to: merge, port: port, on: context, in: context, from: context)
    }
  }
}

/// A lane's `owed` is what it was asked for and whose values are not out yet. Lanes that owe nothing are `idle`.
private final class MergeSubscription: Inlet, Subscription {
  let lanes: [Lane]
  private let downstream: Link
  private var demand = Demand.none
  private var idle: [Int]
  private var held = Ring<(port: Int, value: Payload)>()
  private var endedLanes = 0
  private var end: Completion?

  init(count: Int, downstream: Link) {
    lanes = (0..<count).map { _ in Lane() }
    idle = Array(0..<count)
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    let wasUnlimited = self.demand.isUnlimited
    self.demand += demand
    drain()
    if self.demand.isUnlimited {
      if wasUnlimited { return }
      idle = []
      for lane in lanes { lane.edge?.request(.unlimited) }
    } else if !self.demand.isNone {
      let hungry = idle
      idle = []
      for port in hungry { ask(port) }
    }
  }

  func cancel() {
    held = Ring()
    for lane in lanes { lane.cancel() }
  }

  func receive(_ value: consuming Payload, at port: Int) {
    if held.isEmpty, demand.spend() { pass(value, from: port) } else { held.append((port, value)) }
  }

  func receive(completion: Completion, at port: Int) {
    lanes[port].edge = nil
    endedLanes += 1
    if completion.failure != nil {
      for lane in lanes { lane.cancel() }
      end = completion
    } else if endedLanes == lanes.count {
      end = completion
    }
    drain()
  }

  private func drain() {
    while !held.isEmpty, demand.spend() {
      if let (port, value) = held.popFirst() { pass(value, from: port) }
    }
    if held.isEmpty, let end = end.take() { downstream.send(completion: end) }
  }

  private func pass(_ value: consuming Payload, from port: Int) {
    downstream.send(value)
    if demand.isUnlimited { return }
    lanes[port].owed -= 1
    if lanes[port].owed > 0 { return }
    if demand.isNone { idle.append(port) } else { ask(port) }
  }

  private func ask(_ port: Int) {
    let lane = lanes[port]
    guard let edge = lane.edge else { return }
    let count = demand.count(upTo: Lane.window)
    lane.owed = count
    edge.request(.max(count))
  }
}
