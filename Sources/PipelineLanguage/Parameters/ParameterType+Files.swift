import Values
import YAML

// Files, and what is in them.

extension ParameterType where Value == TextTemplate {
  /// The path of a file, relative to the pipeline file. One without a template is looked for before anything runs.
  package static func file(_ use: FileReference.Use) -> Self {
    ParameterType("the path of a file", schema: ["type": ["string", "number", "boolean"], "minLength": 1]) {
      node, site in
      if node.isNull {
        site.report(.unexpectedValue(wanted: "the path of a file", found: node), at: node)
        return nil
      }
      guard let template = site.template(node) else { return nil }
      if let path = template.constant {
        if path.isEmpty {
          site.report(.emptyPath, at: node)
          return nil
        }
        site.files.append(FileReference(path: path, use: use, range: node.range, source: site.file.source))
      }
      return template
    }
  }
}

/// How values stand in a file.
package enum FileFormat: String, Sendable, CaseIterable {
  /// One JSON text.
  case json
  /// One JSON text a line.
  case ndjson
  /// Comma-separated values, the first line of which names the columns.
  case csv
  /// Each line a string.
  case lines
  /// The whole as one string.
  case text

  /// What the ending of a file's name says; `nil` where it says nothing.
  package init?(ofFileNamed name: String) {
    let name = name.lowercased()
    switch true {
    case name.hasSuffix(".json"): self = .json
    case name.hasSuffix(".ndjson"), name.hasSuffix(".jsonl"): self = .ndjson
    case name.hasSuffix(".csv"): self = .csv
    default: return nil
    }
  }

  /// Whether it is one value, and not as many as there happen to be.
  package var isOneValue: Bool { self == .json || self == .text }
}

extension ParameterType where Value == FileFormat {
  /// One of some formats.
  package static func format(_ formats: [FileFormat]) -> Self {
    let words = ParameterType<String>.keyword(formats.map(\.rawValue))
    return ParameterType(words.expectation, schema: words.schema) { node, site in
      words.read(node, site).flatMap { FileFormat(rawValue: $0) }
    }
  }
}

extension Finding {
  static let emptyPath = Finding("the path of the file is empty")
}
