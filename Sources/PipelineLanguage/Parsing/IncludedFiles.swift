import Diagnostics
import Files
import YAML

/// The files whose inputs, clients and types a pipeline shares, each once, those that are included by others first.
///
/// Used on one thread.
final class IncludedFiles {
  struct Part {
    let parser: PipelineParser
    let sections: Fields
  }

  /// What a file may hold that is no pipeline of its own.
  static let keys = ["description", "include", "inputs", "clients", "types"]

  private(set) var parts: [Part] = []
  /// Files with data, in which there may be mistakes.
  private var data: [FileContext] = []

  /// All files beside the pipeline's own.
  var contexts: [FileContext] { parts.map(\.parser.file) + data }

  func add(data context: FileContext) { data.append(context) }

  private var seen: Set<String> = []
  /// The files that are being read, each included by the one before it.
  private var path: [String] = []

  /// Reads an `include`: a file or a list of them.
  func read(_ node: YAMLNode, of parser: PipelineParser) {
    path.append(parser.file.source.name)
    defer { path.removeLast() }
    switch node.content {
    case .scalar: read(file: node, of: parser)
    case .sequence(let nodes): for node in nodes { read(file: node, of: parser) }
    case .mapping:
      parser.file.report(.unexpectedValue(wanted: "a file or a list of files", found: node), at: node.range)
    }
  }

  private func read(file node: YAMLNode, of parser: PipelineParser) {
    guard let written = node.plainText, !written.isEmpty else {
      parser.file.report(.unexpectedValue(wanted: "the path of a file", found: node), at: node.range)
      return
    }
    let path = written.hasPrefix("./") ? String(written.dropFirst(2)) : written
    let name = Paths.resolve(path, against: Paths.folder(of: parser.file.source.name))
    let identity = Paths.normalized(name)
    if let start = self.path.firstIndex(where: { Paths.normalized($0) == identity }) {
      parser.file.report(.includeCycle(self.path[start...] + [name]), at: node.range)
      return
    }
    guard seen.insert(identity).inserted else { return }
    let source: SourceText
    do throws(FileError) {
      source = SourceText(name: name, bytes: try FileSystem.read(name))
    } catch {
      parser.file.report(.unreadable("include", written, error), at: node.range)
      return
    }
    let parsed = parseYAML(source)
    let context = FileContext(
      source: source, expressions: parser.file.expressions, names: parser.file.names, loader: parser.file.loader)
    parsed.diagnostics.forEach(context.report)
    let included = PipelineParser(context)
    var sections = Fields(isWhole: false)
    if let root = parsed.root {
      if case .mapping = root.content {
        sections = context.fields(of: root, PipelineParser.sections)
      } else {
        context.report(
          Finding("an included file is a mapping", reason: "this is \(root.kindDescription)"), at: root.range)
      }
    }
    if let include = sections["include"] { read(include, of: included) }
    parts.append(Part(parser: included, sections: sections))
  }
}

extension PipelineParser {
  /// Declares what files share. A name that two of them have is a mistake of the later one.
  func declareSharedNames(_ parts: [IncludedFiles.Part]) {
    let kinds: [(key: String, word: String, table: ReferenceWritableKeyPath<FileNames, NameTable>)] = [
      ("inputs", "an input", \.inputs), ("clients", "a client", \.clients), ("types", "a type", \.types),
    ]
    for kind in kinds {
      var first: [String: Diagnostic] = [:]
      for part in parts {
        for entry in part.parser.entries(part.sections[kind.key], reporting: false) {
          let context = part.parser.file
          if let earlier = first[entry.name] {
            // Twice in one file is a mistake of YAML.
            if earlier.source === context.source { continue }
            context.report(
              Finding("'\(entry.name)' is defined twice", reason: "another file has \(kind.word) of this name"),
              at: entry.key.range, notes: [earlier])
          } else {
            first[entry.name] = context.note("'\(entry.name)' is defined here first", at: entry.key.range)
            file.names[keyPath: kind.table].append(entry.name)
          }
        }
      }
    }
  }
}

extension FileContext {
  /// In the order of the file.
  var orderedDiagnostics: [Diagnostic] {
    diagnostics.enumerated().sorted { left, right in
      let (first, second) = (left.element.range?.start.offset ?? 0, right.element.range?.start.offset ?? 0)
      return (first, left.offset) < (second, right.offset)
    }.map(\.element)
  }
}

extension Finding {
  static func includeCycle(_ names: some Collection<String>) -> Finding {
    names.count == 2
      ? Finding("the file includes itself")
      : Finding("the files include each other", reason: names.map { Paths.normalized($0) }.joined(separator: " → "))
  }

  /// - Parameter key: under which the file is named.
  static func unreadable(_ key: String, _ written: String, _ error: FileError) -> Finding {
    Finding(
      "cannot \(error.operation) '\(written)': \(error.reason)",
      reason: error.path == written ? nil : "looked for as '\(error.path)'")
  }
}
