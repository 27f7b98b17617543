extension RunEvent.Kind {
  /// The same of a pipeline whose nodes have other places in the run's list: that of its node `n` is `places[n]`.
  package func placed(at places: [Int]) -> RunEvent.Kind {
    func placed(_ node: Int) -> Int { places.indices.contains(node) ? places[node] : node }
    func placed(_ request: RequestDescription) -> RequestDescription {
      var request = request
      request.node = placed(request.node)
      return request
    }
    func placed(_ failure: RunFailure) -> RunFailure {
      var failure = failure
      failure.node = placed(failure.node)
      failure.request = failure.request.map { placed($0) }
      return failure
    }
    switch self {
    case .nodeStarted(let node): return .nodeStarted(node: placed(node))
    case .requestStarted(let request): return .requestStarted(placed(request))
    case .requestFailed(let request, let failure): return .requestFailed(request: request, placed(failure))
    case .checkPassed(let node, let step): return .checkPassed(node: placed(node), step: step)
    case .retrying(let node, let step, let attempt, let delay, let failure):
      return .retrying(node: placed(node), step: step, attempt: attempt, delay: delay, placed(failure))
    case .recovered(let node, let step, let failure):
      return .recovered(node: placed(node), step: step, placed(failure))
    case .message(let node, let level, let text): return .message(node: placed(node), level, text)
    case .value(let node, let value): return .value(node: placed(node), value)
    case .nodeFinished(let node, let outcome):
      let there: NodeOutcome =
        switch outcome {
        case .failed(let failure): .failed(placed(failure))
        case .blocked(let other): .blocked(by: placed(other))
        case .skipped(let other): .skipped(needs: other.map { placed($0) })
        case .succeeded, .cancelled, .notSelected: outcome
        }
      return .nodeFinished(node: placed(node), there)
    case .runStarted, .requestProgress, .requestFinished, .requestCancelled, .output, .runFinished, .runRefused:
      return self
    }
  }
}
