extension RunSummary {
  /// When a node began to work of its own: it had something to do, or all its inputs had ended. A node without inputs
  /// works from its start. `nil` while it has not started, and while it only waits for its inputs.
  package func activeSince(_ node: Int) -> Duration? {
    guard nodes.indices.contains(node), let started = nodes[node].startedAt else { return nil }
    let inputs = nodes[node].description.inputs.filter(nodes.indices.contains)
    guard !inputs.isEmpty else { return started }
    let ends = inputs.compactMap { nodes[$0].finishedAt }
    let inputsEnd = ends.count == inputs.count ? ends.max() : nil
    guard let since = [nodes[node].firstActivityAt, inputsEnd].compactMap(\.self).min() else { return nil }
    return max(started, since)
  }

  /// How long a node that has ended worked of its own, without the wait for its inputs.
  package func activeDuration(_ node: Int) -> Duration? {
    guard nodes.indices.contains(node), let started = nodes[node].startedAt, let finished = nodes[node].finishedAt
    else {
      return nil
    }
    guard let since = activeSince(node), since <= finished else { return finished - started }
    return finished - since
  }

  /// The first input whose end a node waits for while it has nothing else to do.
  package func awaitedInput(_ node: Int) -> Int? {
    guard nodes.indices.contains(node), nodes[node].outcome == nil, activeSince(node) == nil else { return nil }
    return nodes[node].description.inputs.first { nodes.indices.contains($0) && nodes[$0].finishedAt == nil }
  }
}
