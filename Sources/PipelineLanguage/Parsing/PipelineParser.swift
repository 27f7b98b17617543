package import Diagnostics
import Expressions
import YAML

/// What came of reading a file: the checked pipeline where it has no error, and everything there is to say about it.
package struct PipelineParse: Sendable {
  package let pipeline: Pipeline?
  /// In the order of the file.
  package let diagnostics: [Diagnostic]
}

/// Compiles all expressions of the files read so far, and tells what libjq finds wrong with them.
package func compile(_ expressions: ExpressionPool) -> [Diagnostic] {
  expressions.faults().map { formula, error in
    Diagnostic(
      .error, error.message, in: formula.source, at: formula.range, reason: "in this expression", hint: error.hint)
  }
}

/// Reads and checks a pipeline file. Every mistake that can be found without running is reported in one go.
///
/// - Parameters:
///   - expressions: Takes the file's expressions; files that share one share one compilation.
///   - rules: What is looked for beyond what the pipeline needs to be one.
package func parsePipeline(
  _ source: SourceText, expressions: ExpressionPool, rules: [any CheckRule.Type] = []
) -> PipelineParse {
  let parsed = parseYAML(source)
  let context = FileContext(source: source, expressions: expressions, loader: PipelineLoader(source.name, rules: rules))
  parsed.diagnostics.forEach(context.report)
  let parser = PipelineParser(context, rules: rules)
  let pipeline = parsed.root.flatMap { parser.pipeline($0) }
  let files = [context] + parser.included.contexts + context.loader.contexts
  return PipelineParse(
    pipeline: files.contains(where: \.hasErrors) ? nil : pipeline, diagnostics: files.flatMap(\.orderedDiagnostics))
}

/// The file's top level. Each section has a file of its own (`PipelineParser+Inputs.swift`, …).
struct PipelineParser {
  let file: FileContext
  let included = IncludedFiles()

  private let rules: [any CheckRule.Type]

  init(_ file: FileContext, rules: [any CheckRule.Type] = []) {
    self.file = file
    self.rules = rules
  }

  static let sections = MappingDeclaration(
    "a pipeline file",
    [
      FileKey.pipeline, FileKey.description, FileKey.tags, FileKey.include, FileKey.inputs, FileKey.cases,
      FileKey.clients, FileKey.types, FileKey.nodes, FileKey.teardown, FileKey.output, FileKey.mock,
    ])

  /// `nil`, or less than whole, only where an error was reported.
  func pipeline(_ root: YAMLNode) -> Pipeline? {
    guard case .mapping = root.content else {
      file.report(
        root.isNull
          ? Finding("the file is empty", hint: "'pipeline init' writes a small one that runs")
          : Finding("a pipeline file is a mapping", reason: "this is \(root.kindDescription)"), at: root.range)
      return nil
    }
    let sections = file.fields(of: root, Self.sections)
    if let include = sections["include"] { included.read(include, of: self) }
    let parts = included.parts + [IncludedFiles.Part(parser: self, sections: sections)]
    declareSharedNames(parts)
    declareNodeNames(sections)
    let inputs = parts.flatMap { part in part.sections["inputs"].map { part.parser.inputs($0) } ?? [] }
    let cases = sections["cases"].map { self.cases($0, of: inputs) }
    let types = types(of: parts)
    let clients = parts.flatMap { part in part.sections["clients"].map { part.parser.clients($0) } ?? [] }
    for client in clients { file.names.clientDeclarations[client.name] = client }
    guard let nodesSection = sections["nodes"] else {
      let names = keys(root)
      let isShared = !names.isEmpty && names.allSatisfy(IncludedFiles.keys.contains)
      file.report(
        Finding(
          "the file has no nodes",
          hint: isShared
            ? "add 'nodes:' with at least one, or check the files that include this one"
            : "add 'nodes:' with at least one"), at: root.range)
      return nil
    }
    var (nodes, files, references) = self.nodes(nodesSection, isTeardown: false)
    if let section = sections["teardown"] {
      let teardown = self.nodes(section, isTeardown: true)
      nodes += teardown.nodes
      files += teardown.files
      references += teardown.references
    }
    files = files.sought + clients.flatMap(\.files)
    let output = output(sections["output"])
    let (mock, mockInputs) = file.used.inputs(of: { sections["mock"].map { self.mock($0) } ?? [] })
    let name = sections["pipeline"].flatMap { text($0) } ?? fileStem(file.source.name)
    let description = sections["description"].flatMap { text($0) }
    let tags = sections["tags"].map { self.tags($0) } ?? []
    reportCycles(references)
    let indices = nodes.indices.compactMap { index in file.nodes.place(of: nodes[index].name).map { ($0, index) } }
    CheckedFile(
      context: file, isWhole: !([file] + included.contexts + file.loader.contexts).contains(where: \.hasErrors),
      inputs: inputs,
      cases: cases ?? [], clients: clients, types: types,
      nodes: nodes, nodeIndices: Dictionary(indices, uniquingKeysWith: { first, _ in first }), files: files
    ).check(by: rules)
    guard let output, nodes.count == file.nodes.names.count else { return nil }
    return Pipeline(
      source: file.source, name: name, description: description, tags: tags, inputs: inputs, cases: cases,
      clients: clients,
      types: types, nodes: nodes, output: output, mock: mock, expressions: file.expressions, files: files,
      mockInputs: mockInputs,
      sendsRequests: file.hasRequests)
  }

  /// Names come first, so that a reference may stand above its declaration.
  private func declareNodeNames(_ sections: Fields) {
    for name in keys(sections["nodes"]) { file.names.nodes.append(name) }
    file.names.mainNodeCount = file.nodes.names.count
    for entry in entries(sections["teardown"], reporting: false) {
      if file.nodes.place(of: entry.name) != nil {
        let first = entries(sections["nodes"], reporting: false).first { $0.name == entry.name }
        file.report(
          Finding("the name '\(entry.name)' is taken", reason: "a node has it, and reports tell both"),
          at: entry.key.range, notes: first.map { [file.note("the node is here", at: $0.key.range)] } ?? [])
      }
      file.names.nodes.append(entry.name)
    }
  }

  func keys(_ section: YAMLNode?) -> [String] { entries(section, reporting: false).map(\.name) }

  /// The named entries of a section that is a mapping.
  func entries(_ section: YAMLNode?, reporting: Bool = true) -> [(name: String, key: YAMLNode, value: YAMLNode)] {
    guard let section else { return [] }
    guard case .mapping(let entries) = section.content else {
      if reporting, !section.isNull {
        file.report(.unexpectedValue(wanted: "a mapping of names", found: section), at: section.range)
      }
      return []
    }
    return entries.compactMap { entry in
      guard case .scalar(let name) = entry.key.content else { return nil }
      return (name.text, entry.key, entry.value)
    }
  }

  func text(_ node: YAMLNode) -> String? { ParameterType<String>.text.read(node, ParseSite(file: file)) }

  private func tags(_ node: YAMLNode) -> [String] {
    guard case .sequence(let nodes) = node.content else { return text(node).map { [$0] } ?? [] }
    return nodes.compactMap { text($0) }
  }

  private func fileStem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    for suffix in [".yaml", ".yml"] where name.hasSuffix(suffix) { return String(name.dropLast(suffix.count)) }
    return name
  }

  private func output(_ node: YAMLNode?) -> Pipeline.Output? {
    let site = ParseSite(file: file)
    guard let node else {
      return file.mainNodeCount == 0 ? nil : .node(file.mainNodeCount - 1)
    }
    switch node.content {
    case .scalar: return site.nodeReference(node, .stream).map { .node($0.node) }
    case .sequence(let nodes):
      let references = nodes.compactMap { site.nodeReference($0, .stream)?.node }
      return references.count == nodes.count ? .list(references) : nil
    case .mapping:
      let entries = entries(node)
      let named = entries.compactMap { entry in
        site.nodeReference(entry.value, .stream).map { Pipeline.Output.Entry(key: entry.name, node: $0.node) }
      }
      return named.count == entries.count ? .map(named) : nil
    }
  }
}
