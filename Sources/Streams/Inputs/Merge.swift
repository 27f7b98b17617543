/// Every value of every input as it arrives; the values of one input in their order.
///
/// Finishes when all inputs have; a failure of one follows the values that came before it, and cancels the others.
/// Without inputs it finishes. A shared stream may be listed twice; each of its values comes twice.
///
/// Under a finite demand every input gets a turn: none is asked for more than 64 values, nor for any more before its
/// earlier ones are out, so that a busy one does not starve the rest. What then comes beyond the demand waits its turn, in
/// the order of arrival.
public func mergeMany<Output: Sendable>(_ inputs: [AnyPublisher<Output>]) -> AnyPublisher<Output> {
  if inputs.isEmpty { return empty() }
  return MergeSource(inputs: inputs.map(\.source)).typed()
}

private struct MergeSource: Source {
  let inputs: [AnySource]

  func attach(_ edge: Link, in context: SerialQueue) {
    let merge = MergeSubscription(MergeStateMachine(count: inputs.count), downstream: edge)
    edge.bind(merge, on: context, from: context)
    merge.connect(inputs, on: context)
  }
}
