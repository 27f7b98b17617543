package import Diagnostics

/// A node of a YAML file with its exact place.
///
/// Aliases and merge keys are resolved: what an alias stands for is shared with its anchor, not copied.
package struct YAMLNode: Sendable {
  /// The text that the places belong to.
  package var source: SourceText
  /// The node's own characters, without anchor, tag, comments and trailing blanks; of an alias, the `*name`.
  ///
  /// A value that is left out has an empty range behind its `:` or `-`.
  package var range: SourceRange
  package var content: YAMLContent
  /// Where the `&name` that an alias stands for has its node; nil of a node that is no alias.
  package var definition: SourceRange?

  package init(source: SourceText, range: SourceRange, content: YAMLContent, definition: SourceRange? = nil) {
    self.source = source
    self.range = range
    self.content = content
    self.definition = definition
  }

  /// The scalar, or nil of a list or mapping.
  package var scalar: YAMLScalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The elements, or nil of what is no list.
  package var sequence: [YAMLNode]? {
    if case .sequence(let elements) = content { elements } else { nil }
  }

  /// The entries in their order, or nil of what is no mapping.
  package var mapping: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// Whether it is `null`, `~` or left out.
  package var isNull: Bool { scalar?.kind == .null }

  /// Whether nothing is written: `key:` with no value behind it.
  package var isLeftOut: Bool { isNull && scalar?.text.isEmpty == true }

  /// The value under a key of a mapping, or nil.
  package subscript(key: String) -> YAMLNode? {
    mapping?.first { $0.name == key }?.value
  }

  /// What the node is, in a message: `a list`, `a mapping`, `text`, `a number`, `true`, `null`.
  package var kindDescription: String {
    switch content {
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .scalar(let scalar): scalar.kind.description
    }
  }

  /// For a mistake in what an alias stands for: where that is; empty of a node that is no alias.
  package var definitionNotes: [Diagnostic] {
    guard let definition else { return [] }
    return [Diagnostic(.note, "the alias stands for this", in: source, at: definition)]
  }
}

/// What a node holds.
package enum YAMLContent: Sendable {
  case scalar(YAMLScalar)
  case sequence([YAMLNode])
  /// No key stands twice, every key is a scalar, and merge keys are replaced by what they merge.
  case mapping([YAMLEntry])
}

/// A key of a mapping with its value.
package struct YAMLEntry: Sendable {
  /// Always a scalar.
  package var key: YAMLNode
  package var value: YAMLNode
  /// The `<<` that brought the entry from another mapping; nil of an entry that stands here itself.
  package var mergedAt: SourceRange?

  package init(key: YAMLNode, value: YAMLNode, mergedAt: SourceRange? = nil) {
    self.key = key
    self.value = value
    self.mergedAt = mergedAt
  }

  /// The key's text; numbers and booleans as they are written.
  package var name: String { key.scalar?.text ?? "" }

  package var isMerged: Bool { mergedAt != nil }
}
