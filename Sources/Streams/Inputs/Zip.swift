/// The n-th values of all inputs together, in declared order, as soon as each has its n-th.
///
/// Finishes as soon as an input is finished and has nothing in line: no further row can be made; the others are cancelled.
/// A failure of any input fails it at once, and rows that are not complete are dropped. Without inputs it finishes. No
/// input runs more than 64 values ahead, nor further than downstream asked.
///
/// - Parameter delayErrors: After a failure let every input run to its end, then fail with a `CombinedFailure`.
@inlinable package func zipMany<Output: Sendable>(
  _ inputs: [AnyPublisher<Output>], delayErrors: Bool = false
) -> AnyPublisher<[Output]> {
  if inputs.isEmpty { return empty() }
  return AnyPublisher(
    zip(inputs.map { $0.untyped }, row: Payload.array(of: Output.self), delayErrors: delayErrors))
}

/// `zipMany` without its type. The typed function is inlined, so that rows are made by code that knows their type.
@usableFromInline func zip(
  _ inputs: [AnySource], row: @escaping @Sendable ([Payload]) -> Payload, delayErrors: Bool
) -> AnySource {
  AnySource(ZipSource(inputs: inputs, row: row, delayErrors: delayErrors))
}

private struct ZipSource: Source {
  let inputs: [AnySource]
  let row: @Sendable ([Payload]) -> Payload
  let delayErrors: Bool

  func attach(_ edge: Link, in context: SerialQueue) {
    let zip = ZipSubscription(count: inputs.count, row: row, delayErrors: delayErrors, downstream: edge)
    edge.bind(zip, on: context, from: context)
    for (port, input) in inputs.enumerated() {
      zip.lanes[port].edge = input.connect(to: zip, port: port, on: context, in: context, from: context)
    }
  }
}

private final class ZipSubscription: Inlet, Subscription {
  let lanes: [Lane]
  private let downstream: Link
  private let makeRow: @Sendable ([Payload]) -> Payload
  private let delayErrors: Bool
  private var demand = Demand.none
  /// Lanes with nothing in line.
  private var emptyLanes: Int
  private var endedLanes = 0
  /// A lane failed, and the others are let run to their ends.
  private var onlyWaits = false
  private var isOver = false

  init(count: Int, row: @escaping @Sendable ([Payload]) -> Payload, delayErrors: Bool, downstream: Link) {
    makeRow = row
    lanes = (0..<count).map { _ in Lane() }
    emptyLanes = count
    self.delayErrors = delayErrors
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if !isOver, !onlyWaits { refill() }
  }

  func cancel() { stop() }

  func receive(_ value: consuming Payload, at port: Int) {
    if isOver || onlyWaits { return }
    let lane = lanes[port]
    lane.owed -= 1
    lane.values.append(value)
    if lane.values.count == 1 { emptyLanes -= 1 }
    guard emptyLanes == 0 else { return }
    emitRows()
  }

  func receive(completion: Completion, at port: Int) {
    if isOver { return }
    let lane = lanes[port]
    lane.edge = nil
    lane.end = completion
    endedLanes += 1
    if onlyWaits {
      if endedLanes == lanes.count { endWithFailures() }
    } else if let error = completion.failure {
      if delayErrors { waitForEnds() } else { end(.failure(error)) }
    } else if lane.values.isEmpty {
      end(.finished)
    }
  }

  private func emitRows() {
    while emptyLanes == 0, demand.spend() {
      var hasRunDry = false
      var row: [Payload] = []
      row.reserveCapacity(lanes.count)
      for lane in lanes {
        if let value = lane.values.popFirst() { row.append(value) }
        guard lane.values.isEmpty else { continue }
        emptyLanes += 1
        if lane.end != nil { hasRunDry = true }
      }
      downstream.send(makeRow(row))
      if hasRunDry { return end(.finished) }
    }
    refill()
  }

  private func refill() {
    for lane in lanes { lane.refill(for: demand) }
  }

  private func end(_ completion: Completion) {
    stop()
    downstream.send(completion: completion)
  }

  private func stop() {
    isOver = true
    for lane in lanes { lane.cancel() }
  }

  private func waitForEnds() {
    if endedLanes == lanes.count { return endWithFailures() }
    onlyWaits = true
    for lane in lanes {
      lane.values = Ring()
      lane.edge?.request(.unlimited)
    }
  }

  private func endWithFailures() {
    end(.failure(CombinedFailure(lanes: lanes)))
  }
}

extension CombinedFailure {
  init(lanes: [Lane]) {
    failures = lanes.enumerated().compactMap { index, lane in lane.end?.failure.map { (index, $0) } }
  }
}
