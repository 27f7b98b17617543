extension RunSummary {
  /// How many of each.
  package struct Counts: Sendable, Equatable {
    package var passed = 0
    /// Of the passed ones, those in which a failure was put right.
    package var recovered = 0
    package var failed = 0
    /// Not run to the end because another node failed.
    package var blocked = 0
    /// Not run because of a node's `when`.
    package var skipped = 0
    /// Not asked for.
    package var notSelected = 0
    package var cancelled = 0
    /// Without an end so far.
    package var unfinished = 0
    package var requests = 0
    package var retries = 0
    package var checksPassed = 0
    package var checksFailed = 0

    package init() {}
  }

  /// Of all nodes but those of the teardown.
  package var counts: Counts { counts(of: \.isCounted, within: { !$0 }) }

  package var teardownCounts: Counts { counts(of: \.isCountedTeardown, within: { $0 }) }

  /// - Parameter isWithin: asked whether a node is in the teardown; its requests and checks count where that is so.
  private func counts(of isCounted: (NodeDescription) -> Bool, within isWithin: (Bool) -> Bool) -> Counts {
    nodes.reduce(into: Counts()) { counts, node in
      guard isWithin(isInTeardown(node.description)) else { return }
      counts.requests += node.requestCount
      counts.retries += node.retryCount
      counts.checksPassed += node.checksPassed
      guard isCounted(node.description) else { return }
      switch node.outcome {
      case .succeeded:
        counts.passed += 1
        if node.recoveryCount > 0 { counts.recovered += 1 }
      case .failed: counts.failed += 1
      case .blocked: counts.blocked += 1
      case .skipped: counts.skipped += 1
      case .notSelected: counts.notSelected += 1
      case .cancelled: counts.cancelled += 1
      case nil: counts.unfinished += 1
      }
      counts.checksFailed += node.checksFailed
    }
  }

  /// Whether the node, or the one round it, runs at the end.
  private func isInTeardown(_ node: NodeDescription) -> Bool {
    var node = node
    while let parent = node.parent, nodes.indices.contains(parent), parent < nodes.count {
      node = nodes[parent].description
    }
    return node.isTeardown
  }

  /// The failures that ended nodes, in declared order.
  package var failures: [RunFailure] { nodes.filter(\.description.isCounted).compactMap(\.failure) }

  /// Those of the teardown. They decide about nothing where anything failed before.
  package var teardownFailures: [RunFailure] { nodes.filter(\.description.isCountedTeardown).compactMap(\.failure) }

  /// Whether it was ended from outside, before anything of its own had failed.
  package var wasStopped: Bool {
    guard case .cancelled = outcome else { return false }
    return failures.isEmpty && teardownFailures.isEmpty
  }

  /// The process's exit status: 0 all well; 3 transport, timeout or I/O; 4 a check failed; 128 and the signal's number.
  /// 3 wins over 4. A run whose end is missing is a fault of the way.
  package var exitStatus: Int32 {
    if let refusal { return refusal.exitStatus }
    return switch outcome {
    case .succeeded: 0
    case .cancelled(.signal(let number)): 128 + number
    case .cancelled(.deadline), nil: 3
    case .cancelled(.failFast) where wasStopped: 0
    case .failed, .cancelled(.failFast):
      (failures.isEmpty ? teardownFailures : failures).contains(where: \.isTransportFault) ? 3 : 4
    }
  }
}

extension NodeDescription {
  /// Whether the run's verdict and counts are made of it and its like.
  var isCounted: Bool { parent == nil && !isTeardown }
  fileprivate var isCountedTeardown: Bool { parent == nil && isTeardown }
}
