extension RunSummary {
  /// A node of the critical path.
  package struct PathPart: Sendable, Equatable {
    /// Its place in declared order.
    package var node: Int
    /// From the end of the part before it, or from the run's start, to its own end.
    package var share: Duration
  }

  /// The chain of nodes that determined how long the run took, first to last: from the node that ended last, back over
  /// the input that ended last. Of equals the first declared counts. Empty where no node ran to an end.
  package var criticalPath: [PathPart] {
    var path: [PathPart] = []
    var seen: Set<Int> = []
    var next = latest(of: nodes.indices.filter { nodes[$0].description.isCounted })
    while let node = next, let end = ranUntil(node), seen.insert(node).inserted {
      let before = latest(of: nodes[node].description.inputs)
      let start = before.flatMap(ranUntil) ?? .zero
      path.append(PathPart(node: node, share: max(.zero, end - start)))
      next = before
    }
    return path.reversed()
  }

  private func latest(of candidates: [Int]) -> Int? {
    var best: (node: Int, end: Duration)?
    for node in candidates {
      guard let end = ranUntil(node) else { continue }
      if let found = best, found.end >= end { continue }
      best = (node, end)
    }
    return best?.node
  }

  /// When a node came to an end of its own.
  func ranUntil(_ node: Int) -> Duration? {
    guard nodes.indices.contains(node) else { return nil }
    switch nodes[node].outcome {
    case .succeeded, .failed: return nodes[node].finishedAt
    case .blocked, .skipped, .notSelected, .cancelled, nil: return nil
    }
  }
}
