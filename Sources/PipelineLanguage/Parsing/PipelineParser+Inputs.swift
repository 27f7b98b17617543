import Diagnostics
package import Values
import YAML

extension PipelineParser {
  static let inputKeys = ["type", "default", "required", "secret", "env", "description"]

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
          isSecret: false, environment: nil, description: nil, range: entry.key.range, defaultRange: entry.value.range)
      }
      return input(entry)
    }
  }

  private func input(_ entry: (name: String, key: YAMLNode, value: YAMLNode)) -> InputDeclaration? {
    let site = ParseSite(file: file)
    let fields = file.fields(of: entry.value, known: Self.inputKeys, what: "an input")
    let kind = fields["type"].flatMap {
      ParameterType<String>.keyword(InputDeclaration.Kind.allCases.map(\.rawValue)).read($0, site)
    }.flatMap { InputDeclaration.Kind(rawValue: $0) }
    let value = fields["default"].flatMap { file.json($0) }
    if let kind, let value, let node = fields["default"], !kind.accepts(value) {
      file.report(.unexpectedValue(wanted: kind.expectation, found: node), at: node.range)
    }
    let required = fields["required"].flatMap { ParameterType<Bool>.boolean.read($0, site) }
    return InputDeclaration(
      name: entry.name, kind: kind, defaultValue: value,
      isRequired: required ?? (value == nil && !fields.nulls.contains("default")),
      isSecret: fields["secret"].flatMap { ParameterType<Bool>.boolean.read($0, site) } ?? false,
      environment: fields["env"].flatMap { text($0) }, description: fields["description"].flatMap { text($0) },
      range: entry.key.range, defaultRange: fields["default"]?.range)
  }
}

extension InputDeclaration.Kind {
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
