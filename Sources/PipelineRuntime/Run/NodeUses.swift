import PipelineLanguage

/// Who takes the values of a node.
struct NodeUses: Sendable {
  /// Streams that take them from the start.
  var streams = 0
  var isLate = false
  var isAwaited = false
  /// Whether a teardown node wants its one value, so that it is needed even when all who took from it have failed.
  var servesTeardown = false
  /// Whether perhaps nobody takes them: nobody may, or all who do may be skipped.
  var mayBeLeftAlone = true

  /// The uses of each node.
  static func all(of pipeline: Pipeline, starts: [NodeStart]) -> [NodeUses] {
    var uses = Array(repeating: NodeUses(), count: pipeline.nodes.count)
    var maySkip = Array(repeating: false, count: pipeline.nodes.count)
    for place in pipeline.dependencyOrder {
      let node = pipeline.nodes[place]
      maySkip[place] = node.condition != nil || node.inputs.contains { maySkip[$0] }
      if case .ends = starts[place] { continue }
      for reference in node.references {
        if node.isTeardown {
          uses[reference.node].isAwaited = true
          uses[reference.node].servesTeardown = true
          continue
        }
        switch reference.kind {
        case .value: uses[reference.node].isAwaited = true
        // What a node takes whose `when` waits for others, it takes later.
        case .stream where reference.isLate || starts[place].isWait: uses[reference.node].isLate = true
        case .stream: uses[reference.node].streams += 1
        }
        let drives = reference.kind == .value || !reference.isLate
        if drives, !maySkip[place] { uses[reference.node].mayBeLeftAlone = false }
      }
    }
    return uses
  }
}
