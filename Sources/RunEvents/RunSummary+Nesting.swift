extension RunSummary {
  /// Whether the node belongs to one that ended well in spite of it: what failed in it was put right further out.
  package func isRecovered(_ node: Int) -> Bool {
    var next = nodes.indices.contains(node) ? nodes[node].description.parent : nil
    var steps = 0
    while let parent = next, nodes.indices.contains(parent), steps < nodes.count {
      if case .succeeded = nodes[parent].outcome { return true }
      next = nodes[parent].description.parent
      steps += 1
    }
    return false
  }
}
