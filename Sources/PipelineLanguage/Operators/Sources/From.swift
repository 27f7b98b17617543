/// `from: login`: emits what another node emits.
package struct FromStep: StepOperation {
  static let node = Parameter("node", .node, "the node, which runs once whoever takes its values", required: true)

  package static let declaration = OperatorDeclaration(
    "from", .source, "emits what another node emits",
    parameters: [node], shorthand: .always("node"),
    discussion: """
      The node itself runs once, and all who name it see the same values, end and failure. The slowest of them paces it.
      """,
    example: "from: login")

  package let node: NodeReference

  package init?(_ arguments: Arguments) {
    guard let node = arguments[Self.node] else { return nil }
    self.node = node
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { nodes(node.node) }
}
