import Diagnostics

extension PipelineParser {
  /// Beyond these, cycles are mostly one tangle seen from many sides.
  private static let mostCycles = 20

  /// Reports each cycle once, at a reference that closes it; of very many some.
  func reportCycles(_ references: [[NodeReference]]) {
    let names = file.nodes.names
    enum Mark { case unseen, open, done }
    var marks = Array(repeating: Mark.unseen, count: references.count)
    var found = 0
    for start in references.indices where marks[start] == .unseen {
      // A path of nodes, each with the place of the reference that is followed next; no recursion on what a file holds.
      var path: [(node: Int, next: Int)] = [(start, 0)]
      marks[start] = .open
      while let (node, next) = path.last {
        guard next < references[node].count else {
          marks[node] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let reference = references[node][next]
        switch marks[reference.node] {
        case .done: break
        case .unseen:
          marks[reference.node] = .open
          path.append((reference.node, 0))
        case .open:
          found += 1
          guard found <= Self.mostCycles else { return file.report(.furtherCycles, at: reference.range) }
          let cycle = path.drop { $0.node != reference.node }.map { names[$0.node] }
          file.report(.cycle(cycle + [names[reference.node]]), at: reference.range)
        }
      }
    }
  }
}

/// The names in their order, of a long path its ends.
private func path(_ names: [String]) -> String {
  guard names.count > 12 else { return names.joined(separator: " → ") }
  return (names.prefix(5) + ["… (\(names.count - 10) more) …"] + names.suffix(5)).joined(separator: " → ")
}

extension Finding {
  static func cycle(_ names: [String]) -> Finding {
    names.count == 2
      ? Finding("'\(names[0])' waits for itself", reason: "a node's values come after it has run")
      : Finding("the nodes wait for each other", reason: path(names))
  }

  /// The last cycle that is told, where there may be any number of others.
  fileprivate static var furtherCycles: Finding {
    Finding(
      "further nodes wait for each other", reason: "this and perhaps others",
      hint: "mend the cycles that are told first")
  }
}
