package import Diagnostics

/// Reads a YAML 1.2 text that holds one document.
///
/// Mistakes that leave the shape of the text clear, such as a key that stands twice, are collected and reading goes on; a
/// fault of syntax ends it. Nothing throws, since both can come with each other. An empty text is the document `null`.
package func parseYAML(_ source: SourceText, limits: YAMLLimits = YAMLLimits()) -> YAMLDocument {
  if let unreadable = TextCheck.firstFault(in: source) {
    return YAMLDocument(root: nil, diagnostics: [unreadable])
  }
  var builder = TreeBuilder(source, limits: limits)
  readEvents(of: source, into: &builder)
  return builder.finish()
}

/// What reading a text gave.
package struct YAMLDocument: Sendable {
  /// The whole tree, or nil where a fault of syntax or encoding ended the reading.
  package var root: YAMLNode?
  /// All mistakes, in the order in which they were found; empty of a good text. A tree with errors is whole, but not to be used
  /// for more than finding further mistakes.
  package var diagnostics: [Diagnostic]

  package init(root: YAMLNode?, diagnostics: [Diagnostic]) {
    self.root = root
    self.diagnostics = diagnostics
  }
}

/// What a text may ask for at most.
package struct YAMLLimits: Sendable {
  /// Lists and mappings inside each other.
  package var depth: Int
  /// Nodes that aliases and merge keys add to those that are written out, in a text of any length.
  package var aliasedNodes: Int
  /// Those that they add in a long text, of which each byte allows one.
  package var mostAliasedNodes: Int

  package init(depth: Int = 500, aliasedNodes: Int = 100_000, mostAliasedNodes: Int = 1_000_000) {
    self.depth = depth
    self.aliasedNodes = aliasedNodes
    self.mostAliasedNodes = mostAliasedNodes
  }

  /// A few lines must not stand for more than is read in a moment; what a long text may stand for grows with it.
  func aliasedNodes(inBytes count: Int) -> Int {
    max(aliasedNodes, min(count, mostAliasedNodes))
  }
}
