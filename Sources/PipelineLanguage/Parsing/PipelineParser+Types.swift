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
        WrittenType(parser: part.parser, entry: entry, schema: part.parser.file.json(entry.value))
      }
    }
    let schemas: [JSONSchema?]
    do throws(JSONSchemas.Fault) {
      schemas = try schemasMadeTogether(all) ?? schemasMadeAlone(all, fault: nil)
    } catch {
      // Each tells its own mistakes.
      schemas = schemasMadeAlone(all, fault: error)
    }
    return zip(all, schemas).map { type, schema in
      TypeDeclaration(
        name: type.entry.name, source: type.parser.file.source, range: type.entry.key.range, schema: schema)
    }
  }

  /// What many types refer to is read once. `nil` where they can't be made together.
  private func schemasMadeTogether(_ all: [WrittenType]) throws(JSONSchemas.Fault) -> [JSONSchema?]? {
    let members = all.compactMap(\.member)
    guard members.count == all.count, Set(all.map(\.entry.name)).count == all.count else { return nil }
    guard let made = try JSONSchemas(compiling: members, resolve: { try schemaDocument($0) }) else { return nil }
    file.used.types.formUnion(made.usedNames)
    for warning in made.warnings {
      let type = all[warning.member]
      type.parser.report(warning.error, .warning, type.entry)
    }
    return made.schemas
  }

  /// - Parameter fault: what is wrong with one of them, to be told by the time that each has been looked at by itself.
  private func schemasMadeAlone(_ all: [WrittenType], fault: JSONSchemas.Fault?) -> [JSONSchema?] {
    let byName = Dictionary(all.map { ($0.entry.name, $0) }, uniquingKeysWith: { first, _ in first })
    var reads = 0
    return all.map { type in
      let (parser, entry) = (type.parser, type.entry)
      guard let schema = type.schema else { return nil }
      // Each reads all that it reaches. Once that takes a reader's patience, the one fault has to do.
      if let fault, reads > 20_000 {
        let faulty = all[fault.member]
        faulty.parser.report(fault.error, .error, faulty.entry)
        return nil
      }
      do throws(SchemaError) {
        let compiled = try JSONSchema(
          compiling: schema, named: entry.name, base: parser.file.source.name
        ) { reference in
          reads += 1
          guard case .type(let name) = reference else { return try schemaDocument(reference) }
          if name != entry.name { parser.file.used.types.insert(name) }
          return byName[name].flatMap { found in
            found.schema.map { SchemaDocument($0, base: found.parser.file.source.name) }
          }
        }
        for warning in compiled.warnings { parser.report(warning, .warning, entry) }
        return compiled
      } catch {
        parser.report(error, .error, entry)
        return nil
      }
    }
  }
}

/// A type as the file has it.
private struct WrittenType {
  let parser: PipelineParser
  let entry: (name: String, key: YAMLNode, value: YAMLNode)
  /// `nil` where it is no JSON, which was told.
  let schema: JSONValue?

  var member: JSONSchemas.Member? {
    schema.map { JSONSchemas.Member(name: entry.name, schema: $0, base: parser.file.source.name) }
  }
}

/// Schemas come with the file or from beside it; nothing is asked of a network.
private func schemaDocument(_ reference: SchemaReference) throws -> SchemaDocument? {
  guard case .document(let path) = reference, !path.contains("://") else { return nil }
  return SchemaDocument(try jsonDocument(inFile: path))
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
