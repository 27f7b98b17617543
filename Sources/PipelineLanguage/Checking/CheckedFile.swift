import Diagnostics

/// A file that has been read, as the rules see it: less than whole where it has errors.
package struct CheckedFile {
  let context: FileContext
  /// Whether neither it nor a file that it takes in has an error.
  let isWhole: Bool
  /// Those of included files too, as clients and types.
  let inputs: [InputDeclaration]
  let cases: [CaseDeclaration]
  let clients: [ClientDeclaration]
  let types: [TypeDeclaration]
  /// In declared order; a node that could not be read is left out.
  let nodes: [Node]
  /// Where in `nodes` one stands, by its place among the declared names.
  let nodeIndices: [Int: Int]
  /// The files that its steps and clients name without a template.
  let files: [FileReference]

  /// What the rules find is reported to the context.
  func check(by rules: [any CheckRule.Type]) {
    for rule in rules where isWhole || !rule.needsWholeFile { rule.check(self) }
  }

  func report(_ finding: Finding, at range: SourceRange, notes: [Diagnostic] = []) {
    context.report(finding, at: range, notes: notes)
  }

  /// Tells of a place that may be in an included file.
  func report(_ finding: Finding, in source: SourceText, at range: SourceRange) {
    if source === context.source {
      context.report(finding, at: range)
    } else {
      context.report(
        Diagnostic(
          finding.severity, finding.message, in: source, at: range, reason: finding.reason, hint: finding.hint))
    }
  }

  /// The node of a place among the declared names.
  func node(_ place: Int) -> Node? { nodeIndices[place].map { nodes[$0] } }

  /// How many values a node can emit, as far as the file tells; one where it could not be read.
  var cardinalities: [Cardinality] {
    let count = context.nodes.names.count
    var found = Array(repeating: Cardinality.one, count: count)
    for place in dependencyOrder(count: count, inputs: { node($0)?.inputs ?? [] }) {
      if let node = node(place) { found[place] = node.chain.cardinality { found[$0] } }
    }
    return found
  }

  /// Every chain with those inside its steps, outermost first.
  func forEachChain(_ body: (Chain) -> Void) {
    var chains = Array(nodes.map(\.chain).reversed())
    while let chain = chains.popLast() {
      body(chain)
      for step in chain.steps.reversed() { chains += step.parts.chains.reversed().map(\.chain) }
    }
  }

  func forEachStep(_ body: (Step) -> Void) { forEachChain { $0.steps.forEach(body) } }
}
