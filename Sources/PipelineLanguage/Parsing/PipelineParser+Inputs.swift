import Diagnostics
package import Values
import YAML

extension PipelineParser {
  static let inputKeys = MappingDeclaration(
    "an input",
    [
      InputKey.type, InputKey.default, InputKey.required, InputKey.secret, InputKey.environment, InputKey.description,
    ])

  func inputs(_ section: YAMLNode) -> [InputDeclaration] {
    entries(section).compactMap { entry in
      if !isIdentifier(entry.name) {
        file.report(
          Finding("'\(entry.name)' is no name for an input", reason: "a name has letters, digits and '_'"),
          at: entry.key.range)
      }
      guard case .mapping = entry.value.content else {
        guard let value = file.json(entry.value) else { return nil }
        return InputDeclaration(
          name: entry.name, kind: nil, defaultValue: entry.value.isNull ? nil : value, isRequired: entry.value.isNull,
          isSecret: false, environment: nil, description: nil, source: file.source, range: entry.key.range,
          defaultRange: entry.value.range)
      }
      return input(entry)
    }
  }

  private func input(_ entry: (name: String, key: YAMLNode, value: YAMLNode)) -> InputDeclaration? {
    let site = ParseSite(file: file)
    let fields = file.fields(of: entry.value, Self.inputKeys)
    let kind = fields.read(InputKey.type, at: site).flatMap { InputDeclaration.Kind(rawValue: $0) }
    let value = fields[InputKey.default.name].flatMap { file.json($0) }
    if let kind, let value, let node = fields[InputKey.default.name], !kind.accepts(value) {
      file.report(.unexpectedValue(wanted: kind.expectation, found: node), at: node.range)
    }
    let required = fields.read(InputKey.required, at: site)
    return InputDeclaration(
      name: entry.name, kind: kind, defaultValue: value,
      isRequired: required ?? (value == nil && !fields.nulls.contains(InputKey.default.name)),
      isSecret: fields.read(InputKey.secret, at: site) ?? false,
      environment: fields.read(InputKey.environment, at: site),
      description: fields.read(InputKey.description, at: site),
      source: file.source, range: entry.key.range, defaultRange: fields[InputKey.default.name]?.range)
  }
}

/// The keys of an input in its long form.
private enum InputKey {
  static let type = Parameter(
    "type", .keyword(InputDeclaration.Kind.allCases.map(\.rawValue)),
    "what a value must be; a file is given by its path")
  static let `default` = SectionKey("default", "the value where none is given", schema: true)
  static let required = Parameter("required", .boolean, "whether it must be given; true where it has no default")
  static let secret = Parameter("secret", .boolean, "whether it is masked in everything that is written")
  static let environment = Parameter("env", .text, "the environment variable it is taken from where it is not given")
  static let description = Parameter("description", .text, "what it is for")
}

extension InputDeclaration {
  /// Its type, or that of its default.
  package var effectiveKind: Kind { kind ?? defaultValue.map(Kind.init(like:)) ?? .string }
}

extension InputDeclaration.Kind {
  /// The type of a value.
  fileprivate init(like value: JSONValue) {
    switch value {
    case .number: self = .number
    case .bool: self = .boolean
    case .array: self = .list
    case .object: self = .object
    case .null, .string: self = .string
    }
  }

  /// What a text from outside means; `nil` where it is none of this type.
  package func value(of text: String) -> JSONValue? {
    switch self {
    case .string, .file: return .string(text)
    case .number, .boolean, .list, .object:
      guard let value = try? JSONValue(parsing: text), accepts(value) else { return nil }
      return value
    }
  }

  /// Whether the value is of this kind; a file is named by its path.
  package func accepts(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.string, .string), (.file, .string), (.number, .number), (.boolean, .bool), (.list, .array),
      (.object, .object):
      true
    default: false
    }
  }

  package var expectation: String {
    switch self {
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .list: "a list"
    case .object: "an object"
    case .file: "the path of a file"
    }
  }
}
