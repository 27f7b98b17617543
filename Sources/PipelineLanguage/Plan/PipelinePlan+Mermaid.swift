extension PipelinePlan {
  /// A Mermaid flowchart: a rounded box is an output, a hexagon a teardown node; a dotted arrow waits for a value instead of taking a stream.
  package var mermaid: String {
    var text = "flowchart LR\n"
    for (place, node) in nodes.enumerated() {
      let label = [node.name, node.requests.isNone ? nil : node.requests.text("request")].compactMap { $0?.mermaidText }
      let quoted = "\"\(label.joined(separator: "<br/>"))\""
      let shape = node.isOutput ? "([\(quoted)])" : node.stage == nil ? "{{\(quoted)}}" : "[\(quoted)]"
      text += "  n\(place)\(shape)\n"
    }
    for edge in edges {
      let arrow = edge.kind == .stream ? "-->" : "-.->"
      text += "  n\(edge.from) \(arrow)|\"\(edge.reason.mermaidText)\"| n\(edge.to)\n"
    }
    return text
  }
}

extension String {
  /// Inside quotes. What is no letter, digit, space or one of a few signs is written as its number, so that nothing is
  /// taken for Mermaid's own syntax, Markdown or HTML.
  fileprivate var mermaidText: String {
    let scalars = Array(unicodeScalars)
    func isWord(_ place: Int) -> Bool { scalars.indices.contains(place) && scalars[place].isLetterOrDigit }
    var text = ""
    for (place, scalar) in scalars.enumerated() {
      switch scalar {
      case _ where scalar.isLetterOrDigit: text.unicodeScalars.append(scalar)
      case " ", ".", ",", "'", "(", ")": text.unicodeScalars.append(scalar)
      // Inside a word it begins no emphasis.
      case "_" where isWord(place - 1) && isWord(place + 1): text.unicodeScalars.append(scalar)
      case "\n", "\r", "\t", "\u{2028}", "\u{2029}": text += " "
      case _ where scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value: text += "#65533;"
      default: text += "#\(scalar.value);"
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "0"..."9": true
    default: false
    }
  }
}
