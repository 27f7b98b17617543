import Synchronization

/// The pipelines that the nodes of one pipeline run at this time: what is told of a node's, and the end of all, waits for
/// theirs. Usable from any thread.
final class NestedRuns: Sendable {
  private let state = Mutex(State())

  private struct State {
    var runs: [Int: (node: Int, run: PipelineRun)] = [:]
    var next = 0
    /// What waits for those of a node, or for all.
    var waiting: [(node: Int?, action: @Sendable () -> Void)] = []

    func isOver(_ node: Int?) -> Bool {
      guard let node else { return runs.isEmpty }
      return !runs.values.contains { $0.node == node }
    }
  }

  var count: Int { state.withLock(\.runs.count) }

  /// Notes that a run begins; gives what `ended` is told.
  func began(_ run: PipelineRun, of node: Int) -> Int {
    state.withLock { state in
      state.next += 1
      state.runs[state.next] = (node, run)
      return state.next
    }
  }

  func ended(_ id: Int) {
    let (run, actions) = state.withLock { state -> (PipelineRun?, [@Sendable () -> Void]) in
      let ended = state.runs.removeValue(forKey: id)
      let waiting = state.waiting
      state.waiting = waiting.filter { !state.isOver($0.node) }
      return (ended?.run, waiting.filter { state.isOver($0.node) }.map(\.action))
    }
    for action in actions { action() }
    withExtendedLifetime(run) {}
  }

  /// Calls the action when none runs, of the node or at all: at once, or from where the last one ends. Actions are called
  /// in their order.
  func whenOver(of node: Int? = nil, _ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      let isOver = state.isOver(node)
      if !isOver { state.waiting.append((node, action)) }
      return isOver
    }
    if isOver { action() }
  }

  /// Ends their teardowns. Tells whether one of them has any that has not ended.
  func skipTeardowns() -> Bool {
    let runs = state.withLock { $0.runs.values.map(\.run) }
    return runs.reduce(false) { $1.skipTeardown() || $0 }
  }
}
