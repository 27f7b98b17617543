package import Diagnostics
import Values
import YAML

/// One part of a `multipart` body, as the file has it.
package struct MultipartPart: Sendable {
  package enum Content: Sendable {
    /// Text as in a form: of a list each element is a part, `null` is none.
    case text(NamedTemplate)
    case json(ValueTemplate)
    /// The path of a file that is streamed.
    case file(TextTemplate)
  }

  package let name: String
  package let content: Content
  /// What the server is told the file is called; that of the path where left out.
  package let filename: TextTemplate?
  package let type: TextTemplate?
  package let headers: [NamedTemplate]
  /// Of the part's name.
  package let range: SourceRange
}

// The keys of a part. A struct of its own: static members are not allowed in generic types.
private enum Part {
  static let name = Parameter("name", .text, "the name of the field", required: true)
  static let text = Parameter("text", .value(), "text; a list repeats the part, null leaves it out")
  static let json = Parameter("json", .value(), "a value sent as JSON")
  static let file = Parameter(
    "file", .file(.sent), "a file that is streamed; its path is relative to the pipeline file")
  static let filename = Parameter("filename", .template(), "what the server is told the file is called")
  static let type = Parameter(
    "type", .template(), "the part's Content-Type; by the ending of the file's name where left out")
  static let headers = Parameter("headers", .named("header"), "further header fields of the part")

  static let contents = ["file", "text", "json"]
  static let keys: [any AnyParameter] = [file, text, json, filename, type, headers]
  /// As the value of a field.
  static let unnamed = MappingDeclaration("a part", keys, rules: [.exactlyOne(contents)])
  /// As an element of a list of parts.
  static let named = MappingDeclaration("a part", [name] + keys, rules: [.exactlyOne(contents)])
}

extension ParameterType where Value == [MultipartPart] {
  /// A mapping of names to texts, parts or lists of these; or a list of parts that say their names.
  package static let multipart = ParameterType(
    "a mapping of names to texts or { file, … }, or a list of { name, … }", schema: schema
  ) { node, site in
    switch node.content {
    case .scalar:
      site.report(.unexpectedValue(wanted: "a mapping of parts", found: node), at: node)
      return nil
    case .mapping(let entries):
      var parts: [MultipartPart] = []
      var isGood = true
      for entry in entries {
        guard case .scalar(let name) = entry.key.content else {
          site.report(.unexpectedValue(wanted: "the name of a part", found: entry.key), at: entry.key)
          isGood = false
          continue
        }
        let values: [YAMLNode]
        // A list repeats the field.
        if case .sequence(let nodes) = entry.value.content { values = nodes } else { values = [entry.value] }
        for value in values {
          if let part = part(value, named: name.text, at: entry.key.range, site) {
            parts.append(part)
          } else {
            isGood = false
          }
        }
      }
      return isGood ? parts : nil
    case .sequence(let nodes):
      let parts = nodes.map { listed($0, site) }
      return parts.contains { $0 == nil } ? nil : parts.compactMap { $0 }
    }
  }

  private static var schema: JSONValue {
    let field: JSONValue = either([["type": ["string", "number", "boolean", "null"]], Part.unnamed.schema])
    return either([
      ["type": "object", "additionalProperties": either([field, ["type": "array", "items": field]])],
      ["type": "array", "items": Part.named.schema],
    ])
  }

  private static func part(
    _ node: YAMLNode, named name: String, at range: SourceRange, _ site: ParseSite
  ) -> MultipartPart? {
    switch node.content {
    case .scalar:
      guard let value = site.value(node) else { return nil }
      let field = NamedTemplate(name: name, value: value, range: range, valueRange: node.range)
      return MultipartPart(name: name, content: .text(field), filename: nil, type: nil, headers: [], range: range)
    case .mapping: return part(node, site.fields(of: node, Part.unnamed), named: name, at: range, site)
    case .sequence:
      site.report(.unexpectedValue(wanted: "text or { file, … }", found: node), at: node)
      return nil
    }
  }

  private static func listed(_ node: YAMLNode, _ site: ParseSite) -> MultipartPart? {
    guard case .mapping = node.content else {
      site.report(.unexpectedValue(wanted: "a part such as { name: photo, file: a.png }", found: node), at: node)
      return nil
    }
    let fields = site.fields(of: node, Part.named)
    guard let place = fields["name"] else {
      if fields.isWhole { site.report(.namelessPart, at: node) }
      return nil
    }
    guard let name = fields.read(Part.name, at: site) else { return nil }
    return part(node, fields, named: name, at: place.range, site)
  }

  private static func part(
    _ node: YAMLNode, _ fields: Fields, named name: String, at range: SourceRange, _ site: ParseSite
  ) -> MultipartPart? {
    guard fields.isWhole else { return nil }
    // A part may be the JSON `null`.
    let isNull = fields.nulls.contains("json")
    let given = Part.contents.filter { fields[$0] != nil || $0 == "json" && isNull }
    guard given.count == 1 else {
      site.report(
        given.isEmpty ? .emptyPart : .partWithTwoContents(given), at: given.isEmpty ? node : fields[given[1]] ?? node)
      return nil
    }
    func isRead<Result>(_ key: Parameter<Result>, _ value: Result?) -> Bool { fields[key.name] == nil || value != nil }
    let filename = fields.read(Part.filename, at: site)
    let type = fields.read(Part.type, at: site)
    let headers = fields.read(Part.headers, at: site)
    let isGood = isRead(Part.filename, filename) && isRead(Part.type, type) && isRead(Part.headers, headers)
    for header in headers ?? [] {
      guard let instead = ["content-disposition": "filename", "content-type": "type"][header.name.lowercased()] else {
        continue
      }
      site.file.report(.ownPartHeader(header.name, instead: instead), at: header.range)
      return nil
    }
    let content: MultipartPart.Content
    if let file = fields.read(Part.file, at: site) {
      content = .file(file)
    } else if let json = isNull ? .constant(.null) : fields.read(Part.json, at: site) {
      content = .json(json)
    } else if let text = fields.read(Part.text, at: site) {
      if case .object = text.shape {
        site.report(.unexpectedValue(wanted: "text", found: fields["text"] ?? node), at: fields["text"] ?? node)
        return nil
      }
      content = .text(
        NamedTemplate(name: name, value: text, range: range, valueRange: fields["text"]?.range ?? node.range))
    } else {
      return nil
    }
    guard isGood else { return nil }
    return MultipartPart(
      name: name, content: content, filename: filename, type: type, headers: headers ?? [], range: range)
  }
}

extension ValueTemplate {
  fileprivate enum Shape { case object, other }

  fileprivate var shape: Shape {
    switch self {
    case .object, .constant(.object): .object
    case .array, .constant, .text: .other
    }
  }
}

extension Finding {
  fileprivate static let emptyPart = Finding("the part holds nothing", reason: "it needs one of 'file', 'text', 'json'")

  fileprivate static let namelessPart = Finding(
    "the part has no name", reason: "in a list each part says its own", hint: "such as { name: photo, file: a.png }")

  fileprivate static func partWithTwoContents(_ keys: [String]) -> Finding {
    Finding("the part holds two things", reason: "'\(keys[0])' and '\(keys[1])'")
  }

  fileprivate static func ownPartHeader(_ name: String, instead key: String) -> Finding {
    Finding("'\(name)' is made from '\(key)'", reason: "a part has it once", hint: "write '\(key): …' beside 'headers'")
  }
}
