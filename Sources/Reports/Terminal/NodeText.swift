import RunEvents

/// The one line that tells of a node's end.
struct NodeText {
  var glyphs: Glyphs
  /// The cells of the longest name, so that what follows stands in columns.
  var nameWidth: Int
  /// Whether a name that is longer loses its end.
  var clipsNames = false

  /// - Parameter index: The node's place in the run.
  func line(_ index: Int, in run: RunSummary) -> StyledText {
    let node = run.nodes[index]
    let facts = facts(node)
    let time = run.activeDuration(index).map { [Units.duration($0)] } ?? []
    switch node.outcome {
    case .succeeded(let values):
      let isRecovered = node.recoveryCount > 0
      var line = StyledText(
        isRecovered ? glyphs.recovered : glyphs.passed, isRecovered ? .warning : .good)
      appendName(node, to: &line)
      let count = values == 1 ? [] : [values == 0 ? "no value" : "\(values) values"]
      appendFacts(facts + count + time, to: &line)
      if isRecovered { line.append("  \(Units.count(node.recoveryCount, "failure")) recovered", .warning) }
      return line
    case .failed where run.isRecovered(index):
      var line = StyledText(glyphs.recovered, .warning)
      appendName(node, to: &line)
      appendFacts(facts + time, to: &line)
      line.append("  failed, recovered further out", .warning)
      return line
    case .failed:
      var line = StyledText(glyphs.failed, .bad)
      appendName(node, to: &line)
      appendFacts(facts + time, to: &line)
      return line
    case .blocked(let other):
      let reason = run.nodes.indices.contains(other) ? "needs '\(run.nodes[other].name)'" : "needs another node"
      return notRun(node, (node.requestCount > 0 ? "stopped: " : "not run: ") + reason)
    case .skipped(let other):
      let name = other.flatMap { run.nodes.indices.contains($0) ? run.nodes[$0].name : nil }
      return notRun(node, "skipped: " + (name.map { "needs '\($0)'" } ?? "'when' is not true"))
    case .notSelected:
      return notRun(node, "not selected")
    case .cancelled:
      return notRun(node, "cancelled")
    case nil:
      return notRun(node, "did not finish")
    }
  }

  func appendName(_ node: NodeSummary, to line: inout StyledText) {
    let margin = String(repeating: "  ", count: node.description.depth)
    let room = nameWidth - margin.count
    var name = SafeText.line(node.name)
    if clipsNames { name = TextWidth.clipped(name, to: max(1, room), ending: glyphs.ellipsis) }
    line.append(" " + margin + name)
    line.append(String(repeating: " ", count: max(0, room - TextWidth.of(name))))
    if node.description.isTeardown { line.append("  teardown", .dim) }
  }

  private func notRun(_ node: NodeSummary, _ reason: String) -> StyledText {
    var line = StyledText(glyphs.notRun, .dim)
    appendName(node, to: &line)
    line.append("  " + reason, .dim)
    return line
  }

  private func facts(_ node: NodeSummary) -> [String] {
    node.requestCount > 0 ? [Units.count(node.requestCount, "request")] : []
  }

  private func appendFacts(_ facts: [String], to line: inout StyledText) {
    for fact in facts { line.append("  " + fact, .dim) }
  }
}
