/// The n-th values of all inputs together, in declared order, as soon as each has its n-th.
///
/// Finishes as soon as an input is finished and has nothing in line: no further row can be made; the others are cancelled.
/// What is left in their lines is dropped. A failure of any input fails it at once, and rows that are not complete are
/// dropped. Without inputs it finishes.
///
/// No input runs more than 64 values ahead of its rows, nor further than downstream asked: nothing is fetched for a row that
/// nobody wants. A shared stream may be listed twice; it counts as two inputs, each with its own line.
///
/// - Parameter delayErrors: After a failure let every input run to its end, then fail with a `CombinedFailure`. No row is
///   made meanwhile, since the failed input has no value for it, and what the others bring is dropped. An input that never
///   ends keeps it from failing.
@inlinable public func zipMany<Output: Sendable>(
  _ inputs: [AnyPublisher<Output>], delayErrors: Bool = false
) -> AnyPublisher<[Output]> {
  if inputs.isEmpty { return empty() }
  return AnyPublisher(zip(inputs.map { $0.untyped }, row: arrays(of: Output.self), delayErrors: delayErrors))
}

/// `zipMany` without its type. The typed function is inlined, so that rows are made by code that knows their type.
@usableFromInline func zip(_ inputs: [AnySource], row: @escaping RowMaker, delayErrors: Bool) -> AnySource {
  AnySource(ZipSource(inputs: inputs, row: row, delayErrors: delayErrors))
}

private struct ZipSource: Source {
  let inputs: [AnySource]
  let row: RowMaker
  let delayErrors: Bool

  func attach(_ edge: Link, in context: SerialQueue) {
    let machine = ZipStateMachine(count: inputs.count, delayErrors: delayErrors)
    let zip = ZipSubscription(machine, row: row, downstream: edge)
    edge.bind(zip, on: context, from: context)
    zip.connect(inputs, on: context)
  }
}
