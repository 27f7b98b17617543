import Diagnostics

// What joins make of their inputs.

/// How a join makes its values of those of its inputs.
package enum JoinKind: Sendable {
  /// The n-th of each.
  case zip
  /// The latest of each.
  case combine
  /// All of them, as they come or one input after the other.
  case merge
  /// Those of the first that emits.
  case race
}

extension StreamInputs {
  package func load(_ kind: JoinKind, at site: LoadSite) -> Load {
    switch self {
    case .declared(let inputs, _):
      let loads = inputs.map { input in
        switch input.source {
        case .node(let node):
          return site.values(of: node)
        case .chain(let chain): return chain.load(node: site.node)
        }
      }
      return joined(loads, kind)
    case .each(let list, _, let chain):
      let load = chain.load(node: site.node)
      switch list {
      case .values(let elements): return joined(Array(repeating: load, count: elements.count), kind)
      case .formula(let formula):
        return each(load, kind, site.unbounded("the list of an 'each' is known only in the run", at: formula.range))
      }
    }
  }

  /// As many of the same as a list that is known only in the run has elements.
  private func each(_ load: Load, _ kind: JoinKind, _ count: Amount) -> Load {
    var joined = load
    switch kind {
    case .zip, .race: joined.values = load.values.orLess
    case .combine: joined.values = load.values.most.map { $0 <= 1 } ?? false ? load.values.orLess : load.values * count
    case .merge: joined.values = load.values * count
    }
    joined.requests = load.requests * count
    joined.cut = load.nodes
    joined.mayFailLate = true
    return joined
  }

  private func joined(_ loads: [Load], _ kind: JoinKind) -> Load {
    var joined = Load(values: .none)
    for load in loads {
      joined.requests = joined.requests + load.requests
      joined.nodes.formUnion(load.nodes)
      joined.cut.formUnion(load.cut)
    }
    guard let first = loads.first else { return joined }
    let counts = loads.map(\.values)
    // Whether every input is known to run to its end.
    var isWhole = true
    switch kind {
    case .zip:
      joined.values = counts.smallest
      isWhole = counts.allSatisfy { $0.expected != nil && $0.expected == first.values.expected }
    case .combine:
      isWhole = counts.allSatisfy { ($0.expected ?? 0) > 0 }
      if counts.contains(where: \.isNone) {
        joined.values = .none
      } else if counts.allSatisfy({ $0.most == 1 }) {
        joined.values = counts.smallest
      } else {
        // Each value makes one, but for those that come before every input has emitted.
        joined.values = counts.dropFirst().reduce(counts[0], +).dropping(loads.count - 1)
        if loads.count > 1 { joined.values = joined.values.orLess }
      }
    case .merge: joined.values = counts.dropFirst().reduce(counts[0], +)
    case .race:
      let isOne = counts.allSatisfy { $0.isExact && $0.expected == first.values.expected }
      joined.values = isOne ? first.values : counts.greatest.orLess
      isWhole = loads.count == 1
    }
    if !isWhole {
      joined.requests = joined.requests.orLess
      joined.cut = joined.nodes
    }
    let isSimple = counts.allSatisfy { $0.most == 1 && $0.expected == 1 } && kind != .merge
    joined.mayFailLate = loads.contains(where: \.mayFailLate) || !isSimple
    return joined
  }
}

extension [Amount] {
  /// The smallest of them; a bound is one for all.
  fileprivate var smallest: Amount {
    let expected = compactMap(\.expected)
    guard let most = compactMap(\.most).min() else { return first ?? .none }
    return Amount(expected: expected.count == count ? expected.min() : nil, most: most)
  }

  /// The greatest of them, unbounded where one is.
  fileprivate var greatest: Amount {
    if let unbounded = first(where: { $0.most == nil }) { return unbounded }
    return .atMost(compactMap(\.most).max() ?? 0)
  }
}
