import RunEvents

/// The terminal's lasting lines: a fold over the events that yields each line once its turn has come.
struct TerminalLog: Sendable {
  private(set) var summary = RunSummary(detail: .counts)
  private let options: TerminalOptions
  private let glyphs: Glyphs
  private var order = DeclaredOrder(nodes: 0)
  private var nodeText: NodeText
  /// Whether a run has begun and its end has not been told.
  private(set) var isOpen = false
  /// Of the terminal; `nil` where lines may be of any length.
  var columns: Int?
  /// What is told before the first line, where there is one.
  private var title: StyledText?

  private static let widestName = 32

  init(options: TerminalOptions) {
    self.options = options
    glyphs = Glyphs(unicode: options.unicode)
    nodeText = NodeText(glyphs: glyphs, nameWidth: 0)
  }

  /// What the nodes are doing now, whose end has not been told.
  func liveLines(at time: Duration, most: Int) -> [StyledText] {
    LiveText(glyphs: glyphs, nameWidth: nodeText.nameWidth, columns: columns ?? Int.max)
      .lines(summary, from: order.head, at: time, most: most)
  }

  /// Takes in the next event and gives the lines that it lets out.
  mutating func apply(_ event: RunEvent) -> [StyledText] {
    let ended = endedRequest(event)
    if case .runStarted = event.kind { summary = RunSummary(detail: .counts) }
    summary.apply(event)
    var lines = lines(event, ended)
    if !lines.isEmpty, let title = title.take() { lines.insert(title, at: 0) }
    return lines
  }

  private mutating func lines(_ event: RunEvent, _ ended: EndedRequest?) -> [StyledText] {
    switch event.kind {
    case .runStarted(let run): return start(run)
    case .requestFinished, .requestFailed, .requestCancelled: return ended.map { requestLines($0) } ?? []
    case .message(let node, let level, let text): return message(node, level, text)
    case .retrying(let node, let step, let attempt, let delay, let failure):
      return retry(node, step, attempt: attempt, delay: delay, failure)
    case .recovered(let node, let step, let failure): return recovery(node, step, failure)
    case .nodeFinished(let node, _): return end(node)
    case .runFinished: return close()
    case .runRefused(let refusal): return refused(refusal)
    case .nodeStarted, .requestStarted, .requestProgress, .checkPassed, .value, .output: return []
    }
  }

  /// What is left to be told when no event follows.
  mutating func close() -> [StyledText] {
    guard isOpen else { return [] }
    isOpen = false
    var lines: [StyledText] = []
    for node in summary.nodes.indices where summary.nodes[node].outcome == nil { lines += end(node) }
    if options.verbosity > .quiet {
      lines += SummaryText(glyphs: glyphs).lines(
        summary, withCriticalPath: options.animates || options.verbosity > .normal)
    }
    return lines
  }
}

// MARK: - Events

extension TerminalLog {
  private mutating func start(_ run: RunDescription) -> [StyledText] {
    isOpen = true
    order = DeclaredOrder(nodes: run.nodes.count)
    let widths = run.nodes.map { 2 * $0.depth + TextWidth.of(SafeText.line($0.name)) }
    // What follows the names needs most of a narrow terminal.
    let widest = columns.map { min(Self.widestName, max(8, $0 * 3 / 10)) } ?? Self.widestName
    nodeText.nameWidth = min(widths.max() ?? 0, widest)
    title = nil
    let isTriedAgain = run.suite.attempt.map { $0.number > 1 } ?? false
    guard options.titles || isTriedAgain else { return [] }
    var title = StyledText(run.title, .strong)
    title.append("  " + run.file, .dim)
    if let attempt = run.suite.attempt, attempt.number > 1 {
      title.append("  try \(attempt.number) of \(attempt.count)", .warning)
    }
    if options.verbosity > .quiet { return [title] }
    // Of several cases a failure alone would not say which it is.
    if run.inputSet != nil || run.suite.repetition != nil || isTriedAgain { self.title = title }
    return []
  }

  /// A run that did not begin.
  private func refused(_ refusal: RunRefusal) -> [StyledText] {
    let verdict = NodeVerdict(refusal)
    var title = StyledText(refusal.title, .strong)
    if refusal.title != refusal.file { title.append("  " + refusal.file, .dim) }
    var lines = refusal.problems.flatMap { SafeText.lines($0.text) }.map { StyledText($0) }
    switch verdict {
    case .error(_, let message, _): lines.append(StyledText("\(glyphs.failed) not run: \(message)", .bad))
    case .skipped(let message) where options.verbosity > .quiet:
      lines.append(StyledText("\(glyphs.notRun) \(message)", .dim))
    case .skipped, .passed, .failure: return []
    }
    return [title] + lines
  }

  private mutating func end(_ node: Int) -> [StyledText] {
    guard summary.nodes.indices.contains(node) else { return [] }
    var lines: [StyledText] = []
    // Of what a node's pipeline did, only what failed that node counts as a failure.
    let failure =
      options.verbosity == .quiet && summary.isRecovered(node) ? nil : summary.nodes[node].failure
    if options.verbosity > .quiet || failure != nil {
      var line = nodeText.line(node, in: summary)
      line.wrapMargin = 4
      lines.append(line)
    }
    if let failure {
      lines += FailureText(nodes: summary.nodes, glyphs: glyphs, columns: columns).lines(of: failure, endedNode: node)
    }
    return order.add(lines, of: node) + order.end(node)
  }

  private mutating func message(_ node: Int, _ level: MessageLevel, _ text: String) -> [StyledText] {
    guard options.verbosity > .quiet || level == .failure else { return [] }
    let paint: StyledText.Paint =
      switch level {
      case .log, .value: .plain
      case .finished: .good
      case .failure: .bad
      }
    return add(SafeText.lines(text).map { StyledText($0, paint) }, of: node)
  }

  private mutating func retry(
    _ node: Int, _ step: StepDescription, attempt: Int, delay: Duration, _ failure: RunFailure
  ) -> [StyledText] {
    guard options.verbosity > .quiet else { return [] }
    var line = StyledText("attempt \(attempt) failed, next ", .warning)
    line.append(delay > .zero ? "in \(Units.duration(delay))" : "at once", .warning)
    line.wrapMargin = 4
    line.append(": " + SafeText.lines(failure.message).joined(separator: " "))
    return add([line], of: node)
  }

  private mutating func recovery(_ node: Int, _ step: StepDescription, _ failure: RunFailure) -> [StyledText] {
    guard options.verbosity > .quiet else { return [] }
    var line = StyledText("recovered by \(step.title)", .warning)
    line.wrapMargin = 4
    line.append(" (\(step.place.file):\(step.place.line):\(step.place.column))", .dim)
    line.append(": " + SafeText.lines(failure.message).joined(separator: " "))
    return add([line], of: node)
  }

  /// The lines with the node's name before each.
  private mutating func add(_ lines: [StyledText], of node: Int) -> [StyledText] {
    guard summary.nodes.indices.contains(node) else { return [] }
    let name = StyledText("  \(summary.nodes[node].name): ", .dim)
    return order.add(
      lines.map { line in
        var whole = name
        whole.append(line)
        whole.wrapMargin = line.wrapMargin
        return whole
      }, of: node)
  }
}

// MARK: - Requests

extension TerminalLog {
  fileprivate typealias EndedRequest = (request: RequestDescription, end: RequestText.End, duration: Duration)

  /// The request that the event ends, which the summary forgets with it.
  private func endedRequest(_ event: RunEvent) -> EndedRequest? {
    guard options.verbosity >= .verbose || options.showsCurl else { return nil }
    let id: Int
    let end: RequestText.End
    switch event.kind {
    case .requestFinished(let request, let response): (id, end) = (request, .response(response))
    case .requestFailed(let request, let failure): (id, end) = (request, .failure(failure))
    case .requestCancelled(let request): (id, end) = (request, .cancelled)
    default: return nil
    }
    guard let request = summary.underWay[id] else { return nil }
    return (request.description, end, event.time - request.startedAt)
  }

  private mutating func requestLines(_ ended: EndedRequest) -> [StyledText] {
    let text = RequestText(glyphs: glyphs)
    var lines: [StyledText] = []
    if options.verbosity >= .verbose { lines.append(text.line(ended.request, ended.end, took: ended.duration)) }
    if options.verbosity >= .everything { lines += text.exchange(ended.request, ended.end) }
    let told = add(lines, of: ended.request.node)
    guard options.showsCurl else { return told }
    // Without the node's name, so that the line can be pasted as it stands.
    return told + order.add([StyledText("    " + CurlCommand.text(of: ended.request), .dim)], of: ended.request.node)
  }
}
