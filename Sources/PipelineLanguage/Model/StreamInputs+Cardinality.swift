extension StreamInputs {
  /// Of a stream that emits the latest of each input, or the values of one: as soon as an input emits several values, so
  /// does it. Without an input there is nothing to take.
  func joinedCardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    switch self {
    case .declared(let inputs, _) where inputs.isEmpty: .atMostOne
    case .declared(let inputs, _): inputs.reduce(.one) { $0.times($1.cardinality(nodes: nodes)) }
    case .each(_, _, let chain): chain.cardinality(nodes: nodes).times(.atMostOne)
    }
  }

  /// Of a stream that takes one value of each input at a time: the input with the fewest decides.
  func zippedCardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    guard case .declared(let inputs, _) = self, !inputs.isEmpty else { return joinedCardinality(nodes: nodes) }
    let cardinalities = inputs.map { $0.cardinality(nodes: nodes) }
    if cardinalities.allSatisfy({ $0 == .one }) { return .one }
    return cardinalities.contains { $0 != .many } ? .atMostOne : .many
  }
}

extension StreamInput {
  func cardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    switch source {
    case .node(let node): nodes(node)
    case .chain(let chain): chain.cardinality(nodes: nodes)
    }
  }
}
