import Diagnostics
import Files
import JSONSchema
import Values
import YAML

extension PipelineParser {
  /// The named JSON Schemas of all files, each made ready. A `$ref` may name another type, or a file beside the one that has
  /// the `$ref`.
  func types(of parts: [IncludedFiles.Part]) -> [TypeDeclaration] {
    let all = parts.flatMap { part in
      part.parser.entries(part.sections["types"]).map { entry in
        (parser: part.parser, entry: entry, schema: part.parser.file.json(entry.value))
      }
    }
    let byName = Dictionary(all.map { ($0.entry.name, $0) }, uniquingKeysWith: { first, _ in first })
    return all.map { parser, entry, schema in
      let path = parser.file.source.name
      guard let schema else {
        return TypeDeclaration(name: entry.name, source: parser.file.source, range: entry.key.range, schema: nil)
      }
      var compiled: JSONSchema?
      do throws(SchemaError) {
        compiled = try JSONSchema(compiling: schema, named: entry.name, base: path) { reference in
          switch reference {
          case .type(let name):
            if name != entry.name { parser.file.used.types.insert(name) }
            return byName[name].flatMap { found in
              found.schema.map { SchemaDocument($0, base: found.parser.file.source.name) }
            }
          case .document(let path):
            // Schemas come with the file or from beside it; nothing is asked of a network.
            return path.contains("://") ? nil : SchemaDocument(try jsonDocument(inFile: path))
          }
        }
      } catch {
        parser.report(error, .error, entry)
      }
      for warning in compiled?.warnings ?? [] { parser.report(warning, .warning, entry) }
      return TypeDeclaration(name: entry.name, source: parser.file.source, range: entry.key.range, schema: compiled)
    }
  }
}

extension PipelineParser {
  fileprivate func report(
    _ error: SchemaError, _ severity: Diagnostic.Severity, _ entry: (name: String, key: YAMLNode, value: YAMLNode)
  ) {
    var document = ""
    var notes: [Diagnostic] = []
    switch error.document {
    case nil: break
    case .type(let name): document = " (in the type '\(name)')"
    case .document(let path):
      if let note = place(of: error, inFile: path) { notes = [note] } else { document = " (in \(path))" }
    }
    var place = error.document == nil ? entry.value.node(at: error.pointer) : entry.value
    // What is warned of is a keyword, not its value.
    if severity == .warning, let key = entry.value.key(of: place) { place = key }
    file.report(
      Finding(
        error.message + document, reason: severity == .error ? "'\(entry.name)' is to be a JSON Schema" : nil,
        hint: error.hint, severity: severity),
      at: place.range, notes: notes)
  }

  /// Where a schema that stands in a file of its own is wrong. JSON is YAML, whose tree knows its places.
  private func place(of error: SchemaError, inFile path: String) -> Diagnostic? {
    guard let bytes = try? FileSystem.read(path) else { return nil }
    let source = SourceText(name: path, bytes: bytes)
    return parseYAML(source).root.map { root in
      Diagnostic(.note, "the schema is here", in: source, at: root.node(at: error.pointer).range)
    }
  }
}

/// A schema's file as JSON; as YAML where its name says so.
private func jsonDocument(inFile path: String) throws -> JSONValue {
  let bytes = try FileSystem.read(path)
  if ["yaml", "yml"].contains(Paths.fileExtension(of: path)) {
    let source = SourceText(name: path, bytes: bytes)
    let context = FileContext(source: source, expressions: ExpressionPool())
    let parsed = parseYAML(source)
    parsed.diagnostics.forEach(context.report)
    if let value = parsed.root.flatMap({ context.json($0) }), !context.hasErrors { return value }
    let fault = context.diagnostics.first { $0.severity == .error }
    let place = fault?.range.map { " (line \($0.start.line), column \($0.start.column))" } ?? ""
    throw NoJSON(description: "'\(path)' cannot be read: \(fault?.message ?? "it is empty")\(place)")
  }
  do {
    return try JSONValue(parsing: bytes)
  } catch {
    throw NoJSON(description: "'\(path)' is no JSON: \(error)")
  }
}

/// A file that was to hold JSON, or YAML.
private struct NoJSON: Error, CustomStringConvertible {
  let description: String
}

extension YAMLNode {
  /// The key of a value somewhere within this node.
  func key(of value: YAMLNode) -> YAMLNode? {
    var nodes = [self]
    while let node = nodes.popLast() {
      for entry in node.mapping ?? [] {
        if entry.value.range.start.offset == value.range.start.offset { return entry.key }
        nodes.append(entry.value)
      }
      nodes += node.sequence ?? []
    }
    return nil
  }

  /// The node that a JSON pointer (RFC 6901) leads to, or the last one on the way that is there.
  func node(at pointer: String) -> YAMLNode {
    var node = self
    for token in pointer.split(separator: "/") {
      let key = token.replacing("~1", with: "/").replacing("~0", with: "~")
      switch node.content {
      case .mapping(let entries):
        guard let entry = entries.first(where: { $0.name == key }) else { return node }
        node = entry.value
      case .sequence(let nodes):
        guard let place = Int(key), nodes.indices.contains(place) else { return node }
        node = nodes[place]
      case .scalar: return node
      }
    }
    return node
  }
}
