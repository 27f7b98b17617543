/// The latest values of all inputs, in declared order: first when each has one, then at each new value of any.
///
/// Before the first row only the latest of each input counts; from then on no value is passed over, whatever the demand.
/// An input that finishes without a value finishes it at once; otherwise it finishes when all have. A failure of any
/// input fails it, after the rows of values that came before. Without inputs it finishes.
///
/// - Parameter delayErrors: After a failure let every input run to its end, then fail with a `CombinedFailure`.
package func combineLatest<Output: Sendable>(
  _ inputs: [AnyPublisher<Output>], delayErrors: Bool = false
) -> AnyPublisher<[Output]> {
  if inputs.isEmpty { return empty() }
  return CombineLatestSource(
    inputs: inputs.map(\.source), row: Payload.array(of: Output.self), delayErrors: delayErrors
  ).typed()
}

private struct CombineLatestSource: Source {
  let inputs: [AnySource]
  let row: @Sendable ([Payload]) -> Payload
  let delayErrors: Bool

  func attach(_ edge: Link, in context: SerialQueue) {
    let latest = CombineLatestSubscription(
      count: inputs.count, row: row, delayErrors: delayErrors, downstream: edge)
    edge.bind(latest, on: context, from: context)
    for (port, input) in inputs.enumerated() {
      latest.lanes[port].edge = input.connect(to: latest, port: port, on: context, in: context, from: context)
    }
  }
}

/// Each input is asked for one value at a time; the next is asked for when that one's row is out.
private final class CombineLatestSubscription: Inlet, Subscription {
  let lanes: [Lane]
  private let downstream: Link
  private let makeRow: @Sendable ([Payload]) -> Payload
  private let delayErrors: Bool
  private var demand = Demand.none
  private var latest: [Payload?]
  private var row: [Payload] = []
  private var missing: Int
  private var endedLanes = 0
  /// Values whose rows are not out yet.
  private var updates = Ring<(port: Int, value: Payload)>()
  private var end: Completion?
  private var hasStarted = false
  private var isOver = false
  private var onlyWaits = false

  init(count: Int, row: @escaping @Sendable ([Payload]) -> Payload, delayErrors: Bool, downstream: Link) {
    makeRow = row
    lanes = (0..<count).map { _ in Lane() }
    latest = Array(repeating: nil, count: count)
    missing = count
    self.delayErrors = delayErrors
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    self.demand += demand
    if isOver { return }
    if !hasStarted {
      hasStarted = true
      for lane in lanes { lane.edge?.request(.max(1)) }
    }
    drain()
  }

  func cancel() { stop() }

  func receive(_ value: consuming Payload, at port: Int) {
    if isOver || onlyWaits || end != nil { return }
    guard missing > 0 else {
      updates.append((port, value))
      return drain()
    }
    if latest[port] == nil { missing -= 1 }
    latest[port] = copy value
    guard missing == 0 else {
      lanes[port].edge?.request(.max(1))
      return
    }
    row = latest.compactMap(\.self)
    latest = []
    updates.append((port, value))
    drain()
  }

  func receive(completion: Completion, at port: Int) {
    if isOver { return }
    lanes[port].edge = nil
    lanes[port].end = completion
    endedLanes += 1
    if onlyWaits {
      if endedLanes == lanes.count { endAfterRows(.failure(CombinedFailure(lanes: lanes))) }
    } else if let error = completion.failure {
      if delayErrors { waitForEnds() } else { endAfterRows(.failure(error)) }
    } else if missing > 0, latest[port] == nil {
      endAfterRows(.finished)
    } else if endedLanes == lanes.count {
      endAfterRows(.finished)
    }
  }

  private func drain() {
    while !updates.isEmpty, demand.spend() {
      guard let (port, value) = updates.popFirst() else { break }
      row[port] = value
      downstream.send(makeRow(row))
      lanes[port].edge?.request(.max(1))
    }
    if updates.isEmpty, let end {
      stop()
      downstream.send(completion: end)
    }
  }

  /// No input is needed any more; what came before goes out first.
  private func endAfterRows(_ completion: Completion) {
    end = completion
    for lane in lanes { lane.cancel() }
    drain()
  }

  private func stop() {
    isOver = true
    updates = Ring()
    for lane in lanes { lane.cancel() }
  }

  private func waitForEnds() {
    if endedLanes == lanes.count { return endAfterRows(.failure(CombinedFailure(lanes: lanes))) }
    onlyWaits = true
    for lane in lanes { lane.edge?.request(.unlimited) }
  }
}
