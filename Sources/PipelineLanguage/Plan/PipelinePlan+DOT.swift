extension PipelinePlan {
  /// A graph for Graphviz: a double border is an output, a dotted one a teardown node; a dashed arrow waits for a value instead of taking a stream.
  package var dot: String {
    var text = "digraph \(pipeline.name.dotText) {\n  rankdir=LR;\n  node [shape=box];\n"
    for (place, node) in nodes.enumerated() {
      let label = node.name + (node.requests.isNone ? "" : "\n" + node.requests.text("request"))
      let border = node.isOutput ? ", peripheries=2" : node.stage == nil ? ", style=dotted" : ""
      text += "  n\(place) [label=\(label.dotText)\(border)];\n"
    }
    for edge in edges {
      let style = edge.kind == .stream ? "" : ", style=dashed"
      text += "  n\(edge.from) -> n\(edge.to) [label=\(edge.reason.dotText)\(style)];\n"
    }
    return text + "}\n"
  }
}

extension String {
  /// As a quoted string. Graphviz reads escapes and HTML's entities in a label.
  fileprivate var dotText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "&": text += "&amp;"
      case "\n": text += "\\n"
      case "\r", "\t", "\u{2028}", "\u{2029}": text += " "
      case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }
}
