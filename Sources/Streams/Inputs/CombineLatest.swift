/// The latest values of all inputs, in declared order: first when each has one, then at each new value of any.
///
/// Before the first row only the latest of each input counts; from then on every value gives a row, whatever the demand.
/// Each input is asked for one value at a time, and for the next when that one's row is out: no input runs away while
/// another is slow, and of two lists that are there at once the rows alternate, in declared order.
///
/// An input that finishes without a value finishes it at once, since there will be no row; otherwise it finishes when all
/// have, and an input that has ended keeps its last value in the rows. A failure of any input fails it, after the rows of
/// values that came before, and cancels the others. Without inputs it finishes. A shared stream may be listed twice; each
/// of its values gives two rows, of which the first has the new value only at the place that is declared first.
///
/// - Parameter delayErrors: After a failure let every input run to its end, then fail with a `CombinedFailure`. What the
///   others bring meanwhile is dropped. An input that never ends keeps it from failing.
@inlinable public func combineLatest<Output: Sendable>(
  _ inputs: [AnyPublisher<Output>], delayErrors: Bool = false
) -> AnyPublisher<[Output]> {
  if inputs.isEmpty { return empty() }
  return AnyPublisher(latest(inputs.map { $0.untyped }, row: arrays(of: Output.self), delayErrors: delayErrors))
}

/// `combineLatest` without its type.
@usableFromInline func latest(_ inputs: [AnySource], row: @escaping RowMaker, delayErrors: Bool) -> AnySource {
  AnySource(CombineLatestSource(inputs: inputs, row: row, delayErrors: delayErrors))
}

private struct CombineLatestSource: Source {
  let inputs: [AnySource]
  let row: RowMaker
  let delayErrors: Bool

  func attach(_ edge: Link, in context: SerialQueue) {
    let machine = CombineLatestStateMachine(count: inputs.count, delayErrors: delayErrors)
    let latest = CombineLatestSubscription(machine, row: row, downstream: edge)
    edge.bind(latest, on: context, from: context)
    latest.connect(inputs, on: context)
  }
}
