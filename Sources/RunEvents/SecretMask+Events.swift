package import HTTP

extension SecretMask {
  /// The event with all its text masked, and the values of the headers that carry credentials always.
  package func masked(_ event: RunEvent) -> RunEvent {
    guard let kind = masked(event.kind) else { return event }
    return RunEvent(sequence: event.sequence, time: event.time, kind: kind)
  }

  /// `nil` where there is nothing to hide.
  private func masked(_ kind: RunEvent.Kind) -> RunEvent.Kind? {
    if isEmpty, !kind.hasSensitiveHeaders { return nil }
    switch kind {
    case .runStarted(let run): return .runStarted(masked(run))
    case .requestStarted(let request): return .requestStarted(masked(request))
    case .requestFinished(let request, let response): return .requestFinished(request: request, masked(response))
    case .requestFailed(let request, let failure): return .requestFailed(request: request, masked(failure))
    case .checkPassed(let node, let step): return .checkPassed(node: node, step: masked(step))
    case .retrying(let node, let step, let attempt, let delay, let failure):
      return .retrying(node: node, step: masked(step), attempt: attempt, delay: delay, masked(failure))
    case .recovered(let node, let step, let failure):
      return .recovered(node: node, step: masked(step), masked(failure))
    case .message(let node, let level, let text): return .message(node: node, level, masked(text))
    case .value(let node, var value):
      value.preview = masked(value.preview, isCut: value.isCut)
      return .value(node: node, value)
    case .nodeFinished(let node, .failed(let failure)): return .nodeFinished(node: node, .failed(masked(failure)))
    case .output(let value): return .output(masked(value))
    case .runRefused(let refusal): return .runRefused(masked(refusal))
    case .nodeStarted, .requestProgress, .requestCancelled, .nodeFinished, .runFinished: return nil
    }
  }

  package func masked(_ run: RunDescription) -> RunDescription {
    var run = run
    run.id = masked(run.id)
    run.pipeline = masked(run.pipeline)
    run.description = run.description.map { masked($0) }
    run.file = masked(run.file)
    if let set = run.inputSet { run.inputSet = InputSet(number: set.number, label: masked(set.label)) }
    run.nodes = run.nodes.map { node in
      var node = node
      node.name = masked(node.name)
      node.description = node.description.map { masked($0) }
      node.place = masked(node.place)
      return node
    }
    return run
  }

  package func masked(_ refusal: RunRefusal) -> RunRefusal {
    var refusal = refusal
    refusal.pipeline = masked(refusal.pipeline)
    refusal.file = masked(refusal.file)
    if let set = refusal.inputSet { refusal.inputSet = InputSet(number: set.number, label: masked(set.label)) }
    refusal.problems = refusal.problems.map { problem in
      var problem = problem
      problem.message = masked(problem.message)
      problem.place = problem.place.map(masked)
      problem.reason = problem.reason.map { masked($0) }
      problem.hint = problem.hint.map { masked($0) }
      problem.text = masked(problem.text)
      return problem
    }
    return refusal
  }

  package func masked(_ place: SourcePlace) -> SourcePlace {
    SourcePlace(file: masked(place.file), line: place.line, column: place.column)
  }

  package func masked(_ step: StepDescription) -> StepDescription {
    StepDescription(operation: step.operation, label: masked(step.label), place: masked(step.place))
  }

  package func masked(_ request: RequestDescription) -> RequestDescription {
    let pieces = pieces(of: request)
    var request = request
    request.pieces = pieces
    request.step = masked(request.step)
    request.method = masked(request.method)
    request.url = masked(request.url)
    request.headers = masked(request.headers)
    request.bodyStart = request.bodyStart.map { masked($0, isCut: request.isBodyCut) }
    request.uploadFile = request.uploadFile.map { masked($0) }
    return request
  }

  package func masked(_ response: ResponseDescription) -> ResponseDescription {
    var response = response
    response.headers = masked(response.headers)
    response.bodyStart = response.bodyStart.map { masked($0, isCut: response.isBodyCut) }
    return response
  }

  package func masked(_ failure: RunFailure) -> RunFailure {
    var failure = failure
    failure.message = masked(failure.message)
    failure.step = failure.step.map(masked)
    failure.sourceLine = failure.sourceLine.map { masked($0) }
    failure.details = failure.details.map { masked($0) }
    failure.request = failure.request.map(masked)
    failure.response = failure.response.map(masked)
    return failure
  }

  /// In a header that carries credentials the whole value is hidden.
  package func masked(_ headers: [Header]) -> [Header] {
    headers.map { header in
      Header(masked(header.name), header.isSensitive ? Self.replacement : masked(header.value))
    }
  }
}

extension Header {
  /// Whether its value is a credential by its very name.
  package var isSensitive: Bool {
    switch name.utf8.count {
    case 6: name.lowercased() == "cookie"
    case 10: name.lowercased() == "set-cookie"
    case 13: name.lowercased() == "authorization"
    case 19: name.lowercased() == "proxy-authorization"
    default: false
    }
  }
}

extension RunEvent.Kind {
  fileprivate var hasSensitiveHeaders: Bool {
    switch self {
    case .requestStarted(let request): request.headers.contains(where: \.isSensitive)
    case .requestFinished(_, let response): response.headers.contains(where: \.isSensitive)
    case .requestFailed(_, let failure), .retrying(_, _, _, _, let failure), .recovered(_, _, let failure),
      .nodeFinished(_, .failed(let failure)):
      failure.request?.headers.contains(where: \.isSensitive) == true
        || failure.response?.headers.contains(where: \.isSensitive) == true
    default: false
    }
  }
}
