import Diagnostics
import YAML

extension PipelineParser {
  /// A mapping with one of these is a node in its long form, any other is the node's one step.
  static let longFormKeys = MappingDeclaration("a node", [NodeKey.description, NodeKey.condition, NodeKey.steps])

  /// The nodes in declared order, fewer where one has a mistake; the files they read; and for each declared name, good or
  /// not, the nodes it refers to.
  func nodes(_ section: YAMLNode, isTeardown: Bool) -> (
    nodes: [Node], files: [FileReference], references: [[NodeReference]]
  ) {
    let entries = entries(section)
    if entries.isEmpty, !isTeardown, case .mapping = section.content {
      file.report(Finding("no node is declared"), at: section.range)
    }
    var files: [FileReference] = []
    var references: [[NodeReference]] = []
    let nodes = entries.compactMap { entry -> Node? in
      if !isIdentifier(entry.name) {
        file.report(
          Finding(
            "'\(entry.name)' is no name for a node",
            reason: "a name has letters, digits and '_', so that $nodes.NAME can say it"),
          at: entry.key.range)
      }
      let site = ParseSite(file: file, scope: Scope(isInChain: true))
      site.isTeardown = isTeardown
      defer {
        files += site.files
        references.append(site.nodeReferences)
      }
      return node(entry, at: site)
    }
    return (nodes, files, references)
  }

  private func node(_ entry: (name: String, key: YAMLNode, value: YAMLNode), at site: ParseSite) -> Node? {
    var description: String?
    var condition: NodeCondition?
    var steps = entry.value
    var isWhole = true
    if case .mapping(let fields) = entry.value.content,
      fields.contains(where: { Self.longFormKeys.names.contains($0.name) })
    {
      let fields = file.fields(of: entry.value, Self.longFormKeys)
      description = fields.read(NodeKey.description, at: site)
      if let when = fields[NodeKey.condition.name] {
        condition = site.condition(when)
        isWhole = condition != nil
      }
      guard let node = fields[NodeKey.steps.name] else {
        if fields.isWhole {
          file.report(
            Finding("the node '\(entry.name)' has no steps", hint: "they stand under 'steps'"), at: entry.key.range)
        }
        return nil
      }
      steps = node
    }
    if entry.value.isNull {
      file.report(Finding("the node '\(entry.name)' has no steps"), at: entry.key.range)
      return nil
    }
    guard let chain = site.chain(steps, startsWithSource: true), isWhole else { return nil }
    return Node(
      name: entry.name, nameRange: entry.key.range, description: description, isTeardown: site.isTeardown,
      condition: condition, chain: chain, references: site.nodeReferences, runs: site.runs)
  }
}

extension ParseSite {
  /// A node's `when`, which sees no value: it is asked before the node has any.
  fileprivate func condition(_ node: YAMLNode) -> NodeCondition? {
    let outer = (scope, stepReferences)
    defer { (scope, stepReferences) = outer }
    scope = Scope(isCondition: true)
    stepReferences = []
    guard let formula = formula(node) else { return nil }
    return NodeCondition(formula: formula, awaited: Set(stepReferences.map(\.node)).sorted())
  }
}

/// The keys of a node in its long form.
private enum NodeKey {
  static let description = Parameter("description", .text, "what the node is for")
  static let condition = SectionKey(
    "when", "a jq condition over inputs, environment and other nodes; where it does not hold, the node is skipped",
    schema: .expression)
  static let steps = SectionKey(
    "steps", "the chain: a source, then operators", schema: .reference("sourceChain"), required: true)
}
