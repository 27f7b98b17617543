extension Pipeline {
  /// The nodes' places, every node after those it names; beyond that in declared order.
  package var dependencyOrder: [Int] {
    PipelineLanguage.dependencyOrder(count: nodes.count) { nodes[$0].inputs }
  }

  /// How many values each node can emit, as far as the file tells. Each node is looked at once.
  package var cardinalities: [Cardinality] {
    var found = Array(repeating: Cardinality.many, count: nodes.count)
    for place in dependencyOrder { found[place] = nodes[place].chain.cardinality { found[$0] } }
    return found
  }
}

/// The places of nodes, every one after those it takes something of, as far as no cycle forbids; else as counted.
///
/// A loop over a path, so that a long chain of nodes needs no deep call stack.
func dependencyOrder(count: Int, inputs: (Int) -> [Int]) -> [Int] {
  var order: [Int] = []
  var seen = Array(repeating: false, count: count)
  for start in 0..<count where !seen[start] {
    seen[start] = true
    var path = [(node: start, inputs: inputs(start)[...])]
    while let last = path.indices.last {
      if let next = path[last].inputs.popFirst() {
        if !seen[next] {
          seen[next] = true
          path.append((next, inputs(next)[...]))
        }
      } else {
        order.append(path.removeLast().node)
      }
    }
  }
  return order
}
