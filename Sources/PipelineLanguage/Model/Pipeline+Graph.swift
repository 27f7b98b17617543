extension Pipeline {
  /// The nodes' places, every node after those it names; beyond that in declared order.
  ///
  /// A loop over a path, so that a long chain of nodes needs no deep call stack.
  package var dependencyOrder: [Int] {
    var order: [Int] = []
    var seen = Array(repeating: false, count: nodes.count)
    for start in nodes.indices where !seen[start] {
      seen[start] = true
      var path = [(node: start, inputs: nodes[start].inputs[...])]
      while let last = path.indices.last {
        if let next = path[last].inputs.popFirst() {
          if !seen[next] {
            seen[next] = true
            path.append((next, nodes[next].inputs[...]))
          }
        } else {
          order.append(path.removeLast().node)
        }
      }
    }
    return order
  }

  /// How many values each node can emit, as far as the file tells. Each node is looked at once.
  package var cardinalities: [Cardinality] {
    var found = Array(repeating: Cardinality.many, count: nodes.count)
    for place in dependencyOrder { found[place] = nodes[place].chain.cardinality { found[$0] } }
    return found
  }
}
