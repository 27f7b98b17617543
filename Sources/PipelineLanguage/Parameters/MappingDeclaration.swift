package import Values
import YAML

/// What is said of a key wherever it stands: its name, what it is for, and what may stand behind it.
package protocol DescribedKey: Sendable {
  var name: String { get }
  /// One sentence, no full stop.
  var summary: String { get }
  var isRequired: Bool { get }
  /// What may stand behind it, as a JSON Schema (draft 7) that may use the definitions of `PipelineSchema`.
  var schema: JSONValue { get }
}

/// A key whose value has a parser of its own: a section of the file.
package struct SectionKey: DescribedKey {
  package let name: String
  package let summary: String
  package let isRequired: Bool
  package let schema: JSONValue

  package init(_ name: String, _ summary: String, schema: JSONValue, required: Bool = false) {
    self.name = name
    self.summary = summary
    self.isRequired = required
    self.schema = schema
  }
}

/// A mapping of the file that is no operator's: the keys that parsing knows there, and all that the JSON Schema of
/// pipeline files says of them. A key that is not declared is unknown to both.
package struct MappingDeclaration: Sendable {
  /// In a message: `a client`.
  package let what: String
  package let keys: [any DescribedKey]
  /// Which keys go together; what parsing says of a mistake is said where it happens.
  package let rules: [KeyRule]

  package init(_ what: String, _ keys: [any DescribedKey], rules: [KeyRule] = []) {
    self.what = what
    self.keys = keys
    self.rules = rules
  }

  package var names: [String] { keys.map(\.name) }
}

/// Which keys of a mapping go together.
package enum KeyRule: Sendable {
  case exactlyOne([String])
  case atMostOne([String])
  /// All of them or none.
  case together([String])

  var demandsOne: Bool {
    if case .exactlyOne = self { true } else { false }
  }
}

extension FileContext {
  /// The entries of a mapping by its declared keys; unknown ones are reported.
  func fields(of node: YAMLNode, _ declaration: MappingDeclaration) -> Fields {
    fields(of: node, known: declaration.names, what: declaration.what)
  }
}

extension ParseSite {
  /// The entries of a mapping by its declared keys; unknown ones are reported.
  func fields(of node: YAMLNode, _ declaration: MappingDeclaration) -> Fields { file.fields(of: node, declaration) }
}

extension Fields {
  /// What stands behind the key; `nil` where it is left out, null, or has a mistake, which is reported.
  func read<Value>(_ key: Parameter<Value>, at site: ParseSite) -> Value? {
    self[key.name].flatMap { key.type.read($0, site) }
  }
}
