extension StreamInputs {
  /// Of a stream that emits the latest of each input: as soon as one of them emits several values, so does it. Without an
  /// input there is nothing to take.
  func joinedCardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    switch cardinalities(nodes: nodes) {
    case .declared(let inputs): inputs.isEmpty ? .atMostOne : inputs.reduce(.one) { $0.times($1) }
    case .each(let count, let input): input == .many ? .many : count.times(input) == .one ? .one : .atMostOne
    }
  }

  /// Of a stream that takes one value of each input at a time: the input with the fewest decides.
  func zippedCardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    switch cardinalities(nodes: nodes) {
    case .declared(let inputs) where inputs.isEmpty: .atMostOne
    case .declared(let inputs):
      inputs.allSatisfy { $0 == .one } ? .one : inputs.contains { $0 != .many } ? .atMostOne : .many
    case .each(let count, let input): input == .many ? .many : count.times(input) == .one ? .one : .atMostOne
    }
  }

  /// Of a stream that emits all values of all inputs.
  func mergedCardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    switch cardinalities(nodes: nodes) {
    case .declared(let inputs): inputs.isEmpty ? .atMostOne : inputs.count == 1 ? inputs[0] : .many
    case .each(let count, let input): count.times(input)
    }
  }

  private enum Cardinalities {
    case declared([Cardinality])
    /// How many elements the list has, and how many values each chain emits.
    case each(Cardinality, Cardinality)
  }

  private func cardinalities(nodes: (Int) -> Cardinality) -> Cardinalities {
    switch self {
    case .declared(let inputs, _):
      .declared(
        inputs.map { input in
          switch input.source {
          case .node(let node): nodes(node)
          case .chain(let chain): chain.cardinality(nodes: nodes)
          }
        })
    case .each(let list, _, let chain): .each(list.cardinality, chain.cardinality(nodes: nodes))
    }
  }
}

extension ListSource {
  /// How many elements it has.
  var cardinality: Cardinality {
    guard case .values(let values) = self else { return .many }
    return values.isEmpty ? .atMostOne : values.count == 1 ? .one : .many
  }
}
