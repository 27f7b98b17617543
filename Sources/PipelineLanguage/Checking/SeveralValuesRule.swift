import Diagnostics

/// `$nodes.X`, which is one value, of a node that can emit several.
enum SeveralValuesRule: CheckRule {
  static let needsWholeFile = false

  static func check(_ file: CheckedFile) {
    let cardinalities = file.cardinalities
    for node in file.nodes {
      for reference in node.references where reference.kind == .value {
        guard cardinalities[reference.node] == .many, let named = file.node(reference.node) else { continue }
        let name = file.context.nodes.names[reference.node]
        let origin = origin(of: named.chain) { cardinalities[$0] }
        file.report(
          .severalValues(name), at: reference.range,
          notes: origin.map { [file.context.note("this can emit several values", at: $0.range)] } ?? [])
      }
    }
  }

  /// The last step that makes several values out of one.
  private static func origin(of chain: Chain, nodes: (Int) -> Cardinality) -> Step? {
    var origin: Step?
    var cardinality = Cardinality.one
    for step in chain.steps {
      let next = step.operation.cardinality(after: cardinality, nodes: nodes)
      if next == .many, cardinality != .many { origin = step }
      cardinality = next
    }
    return origin
  }
}

extension Finding {
  fileprivate static func severalValues(_ name: String) -> Finding {
    Finding(
      "'\(name)' can emit several values", reason: "$nodes.\(name) is the one value of a node",
      hint: "end that node with 'collect' for a list of them, or with 'first'")
  }
}
