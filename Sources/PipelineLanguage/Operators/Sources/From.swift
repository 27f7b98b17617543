/// `from: login`: emits what another node emits.
package struct FromStep: StepOperation {
  static let node = Parameter("node", .node, "the node, which runs once whoever takes its values", required: true)

  package static let declaration = OperatorDeclaration(
    "from", .source, "emits what another node emits",
    parameters: [node], shorthand: .always("node"),
    discussion: #"""
      - Order: that of the node. The node itself runs once, and all who name it see the same values and the same
        end.
      - Ends and fails: as the node does. In reports, a node that ends because another failed is told as not run.
      - The slowest of a node's consumers paces it: a node runs at most 64 values ahead, and further only where
        the graph would stand still otherwise.
      """#,
    example: "from: login",
    sample: OperatorSample(
      #"""
      nodes:
        numbers: { sequence: [1, 2, 3] }
        doubled:
          - from: numbers
          - map: . * 2
      """#,
      prints: #"""
        2
        4
        6
        """#))

  package let node: NodeReference

  package init?(_ arguments: Arguments) {
    guard let node = arguments[Self.node] else { return nil }
    self.node = node
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { nodes(node.node) }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    site.values(of: node.node)
  }
}
