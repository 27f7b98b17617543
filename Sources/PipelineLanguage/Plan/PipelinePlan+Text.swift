import Diagnostics

extension PipelinePlan {
  /// For a reader: stages with their nodes, edges with their reasons, the requests.
  package var text: String {
    let file = TerminalText.safe(pipeline.source.name)
    var text = TerminalText.safe(pipeline.name)
    if let description = pipeline.description { text += ": " + TerminalText.safe(description.oneLine) }
    text += "\n\(file): \(nodes.count) node\(nodes.count == 1 ? "" : "s"), \(requests.text("request"))"
    if let cases = pipeline.cases { text += " for each of \(cases.count) case\(cases.count == 1 ? "" : "s")" }
    text += "\n"
    for reason in reasons {
      text += "  \(file):\(reason.range.start.line):\(reason.range.start.column): \(TerminalText.safe(reason.text))\n"
    }

    let rows = nodes.indices.map { place in
      [
        nodes[place].name + (nodes[place].isOutput ? " (output)" : ""), nodes[place].values.text("value"),
        nodes[place].requests.text("request"), pipeline.nodes[place].chain.operators,
      ]
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var groups = stages.enumerated().map { number, places in
      (title: "Stage \(number + 1)\(places.count > 1 ? ", may run at once" : "")", places: places)
    }
    if !pipeline.teardown.isEmpty {
      groups.append(
        ("Teardown, when all others have ended\(pipeline.teardown.count > 1 ? ", one by one" : "")", pipeline.teardown))
    }
    for group in groups {
      text += "\n\(group.title)\n"
      for place in group.places {
        text += "  " + zip(rows[place], widths + [0]).map { $0.padded(to: $1) }.joined(separator: "  ") + "\n"
      }
    }

    if !edges.isEmpty { text += "\nEdges\n" }
    let ends = edges.map { "\(nodes[$0.from].name) -> \(nodes[$0.to].name)" }
    let width = ends.map(\.count).max() ?? 0
    let reasonWidth = edges.map { TerminalText.safe($0.reason).count }.max() ?? 0
    for (edge, end) in zip(edges, ends) {
      text += "  \(end.padded(to: width))  \(TerminalText.safe(edge.reason).padded(to: reasonWidth))"
      text += "  \(file):\(edge.range.start.line):\(edge.range.start.column)\n"
    }
    return text
  }

  /// Why the number of requests has no bound: each place once, in the order of the file.
  package var reasons: [UnboundedReason] {
    var seen: Set<SourceRange> = []
    return nodes.compactMap(\.requests.reason).filter { seen.insert($0.range).inserted }
  }
}

extension Chain {
  /// The operators of its steps: `fetch | map`.
  fileprivate var operators: String { steps.map(\.name).joined(separator: " | ") }
}

extension String {
  fileprivate var oneLine: String { split(whereSeparator: \.isNewline).joined(separator: " ") }

  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
