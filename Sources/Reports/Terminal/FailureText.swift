import Diagnostics
import HTTP
import RunEvents

/// A node's failure, told in full: where, what, what was on the wire, and how to repeat it.
struct FailureText {
  var nodes: [NodeSummary]
  var glyphs: Glyphs
  /// The width of the screen, where there is one.
  var columns: Int?

  private static let usualColumns = 120
  private static let mostBodyLines = 12
  private static let longestBodyLine = 400

  /// - Parameter node: The node that the failure ended.
  func lines(of failure: RunFailure, endedNode node: Int) -> [StyledText] {
    var lines = [headline(of: failure, endedNode: node)] + excerpt(of: failure)
    lines += failure.details.flatMap { SafeText.lines($0) }.map { StyledText("    " + $0) }
    if let request = failure.request {
      lines.append(requestLine(request, failure.response))
      if let response = failure.response { lines += bodyLines(response) }
      lines.append(StyledText("    " + CurlCommand.text(of: request), .dim))
    }
    return lines
  }

  private func headline(of failure: RunFailure, endedNode node: Int) -> StyledText {
    var line = StyledText("  ")
    let place = failure.step?.place ?? (nodes.indices.contains(failure.node) ? failure.node : node).placed(in: nodes)
    if let place { line.append("\(place.file):\(place.line):\(place.column): ", .strong) }
    if failure.node != node, nodes.indices.contains(failure.node) {
      line.append("in '\(nodes[failure.node].name)': ")
    }
    if let step = failure.step { line.append(step.title + ": ") }
    let message = SafeText.lines(failure.message)
    line.append(message.joined(separator: " "), .bad)
    line.wrapMargin = 4
    return line
  }

  /// The step in its line of the file.
  private func excerpt(of failure: RunFailure) -> [StyledText] {
    guard let step = failure.step, let line = failure.sourceLine, let only = SafeText.lines(line).first else {
      return []
    }
    let excerpt = LineExcerpt(
      String(only), number: step.place.line, column: step.place.column, word: step.operation,
      maximumColumns: (columns ?? Self.usualColumns) - 5)
    return [StyledText("    " + excerpt.text, .dim), StyledText("    " + excerpt.carets, .bad)]
  }

  private func requestLine(_ request: RequestDescription, _ response: ResponseDescription?) -> StyledText {
    var line = StyledText("    \(request.method) \(request.url)")
    if let response {
      line.append(" \(glyphs.arrow) \(response.status)", .strong)
      line.append("  \(Units.duration(response.timings.total))", .dim)
    } else {
      line.append(" \(glyphs.arrow) no whole response", .strong)
    }
    if let note = request.note { line.append("  (\(note))", .dim) }
    return line
  }

  private func bodyLines(_ response: ResponseDescription) -> [StyledText] {
    guard let body = response.bodyStart else {
      guard response.bodySize > 0 else { return [] }
      return [StyledText("    (\(Units.size(response.bodySize)) that are not text)", .dim)]
    }
    return BodyText.lines(
      body, isCut: response.isBodyCut, mostLines: Self.mostBodyLines, longestLine: Self.longestBodyLine,
      ending: glyphs.ellipsis
    ).map { StyledText("    | " + $0) }
  }
}

extension StepDescription {
  /// The operator, with the name that the file gives the step.
  var title: String { label.isEmpty || label == operation ? operation : "\(operation) '\(label)'" }
}

extension Int {
  fileprivate func placed(in nodes: [NodeSummary]) -> SourcePlace? {
    nodes.indices.contains(self) ? nodes[self].description.place : nil
  }
}
