import Diagnostics

extension Pipeline {
  /// Whether the node is to run. Those of the teardown are, whatever is selected: they clean up after what did run.
  package func selects(_ node: Int) -> Bool { selection?.contains(node) ?? true }

  /// The names that `selecting(_:)` takes.
  package var selectableNodes: [String] { nodes[mainNodes].map(\.name) }

  /// The same pipeline, of which only these nodes and what they need are to run.
  ///
  /// Its output stays what the file says where all of that is selected. Else it is what the named nodes give: of one node
  /// its values, of several an object with a member for each, in declared order.
  ///
  /// - Parameter names: of nodes that are no teardown; others are passed over.
  package func selecting(_ names: Set<String>) -> Pipeline {
    let named = mainNodes.filter { names.contains(nodes[$0].name) }
    var selected: Set<Int> = []
    var open = named
    while let node = open.popLast() {
      if selected.insert(node).inserted { open += nodes[node].inputs }
    }
    var pipeline = self
    if !output.nodes.allSatisfy(selected.contains) {
      pipeline.output =
        named.count == 1 ? .node(named[0]) : .map(named.map { .init(key: nodes[$0].name, node: $0) })
    }
    // What nobody will send or read need not be there.
    let left = mainNodes.filter { !selected.contains($0) }.map { nodes[$0].chain.range }
    pipeline.files.removeAll { file in left.contains { $0.encloses(file.range) } }
    pipeline.selection = selected.union(nodes.indices.filter { nodes[$0].isTeardown })
    return pipeline
  }
}

extension SourceRange {
  fileprivate func encloses(_ other: SourceRange) -> Bool {
    start.offset <= other.start.offset && other.end.offset <= end.offset
  }
}
