extension RunSummary {
  /// How much later each node could have ended without the run, or the node round it, ending later, as long as all that
  /// comes behind it takes what it took. Zero on the critical path; `nil` where a node did not run to an end, and in the
  /// teardown.
  package var slacks: [Duration?] {
    var latest = [Duration?](repeating: nil, count: nodes.count)
    let ends = nodes.indices.map { isMeasured($0) ? ranUntil($0) : nil }
    let runEnd = nodes.indices.filter { nodes[$0].description.isCounted }.compactMap { ends[$0] }.max()
    for node in consumersFirst where ends[node] != nil {
      let description = nodes[node].description
      // A consumer may have set a bound before.
      let bound = latest[node] ?? (description.parent.map { latest[$0] } ?? runEnd)
      latest[node] = bound
      guard let bound, let end = ends[node] else { continue }
      let inputs = description.inputs.filter(nodes.indices.contains)
      let share = max(.zero, end - (inputs.compactMap { ends[$0] }.max() ?? .zero))
      for input in inputs { latest[input] = min(latest[input] ?? bound - share, bound - share) }
    }
    return nodes.indices.map { node in
      guard let end = ends[node], let latest = latest[node] else { return nil }
      return max(.zero, latest - end)
    }
  }

  private func isMeasured(_ node: Int) -> Bool {
    var description = nodes[node].description
    var rounds = 0
    while let parent = description.parent, nodes.indices.contains(parent), rounds < nodes.count {
      description = nodes[parent].description
      rounds += 1
    }
    return !description.isTeardown && (nodes[node].description.parent.map(nodes.indices.contains) ?? true)
  }

  /// Each node behind those that take from it, and behind the one round it. Nodes in a circle are left out.
  private var consumersFirst: [Int] {
    func before(_ node: Int) -> [Int] {
      let description = nodes[node].description
      return description.inputs.filter(nodes.indices.contains)
    }
    var waiting = [Int](repeating: 0, count: nodes.count)
    var children = [[Int]](repeating: [], count: nodes.count)
    for node in nodes.indices {
      for input in before(node) { waiting[input] += 1 }
      if let parent = nodes[node].description.parent, nodes.indices.contains(parent) {
        children[parent].append(node)
        waiting[node] += 1
      }
    }
    var order = nodes.indices.filter { waiting[$0] == 0 }
    var next = 0
    while next < order.count {
      for other in before(order[next]) + children[order[next]] {
        waiting[other] -= 1
        if waiting[other] == 0 { order.append(other) }
      }
      next += 1
    }
    return order
  }
}
