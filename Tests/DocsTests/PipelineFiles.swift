import Diagnostics
import Foundation
import TestSupport
import Testing
import Values
import YAML

@testable import PipelineLanguage

/// A pipeline file of the project, and what parsing says of it.
struct PipelineFile: Sendable, CustomTestStringConvertible {
  /// Where it stands: a path, of an example in a page with its line.
  let name: String
  let bytes: [UInt8]

  var testDescription: String { name }

  /// All of them: those that stand alone, the golden cases' and the examples of pages and operators.
  static let all: [PipelineFile] = standingAlone + examples + samples

  /// The folders that hold pipeline files.
  private static let standingAlone: [PipelineFile] = ["pipelines", "Benchmarks", "Tests/Golden", "Tests/Support"]
    .flatMap { folder -> [PipelineFile] in
      let root = BuiltProgram.packageFolder.appendingPathComponent(folder)
      let paths = FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
      return paths.filter { $0.hasSuffix(".yaml") || $0.hasSuffix(".yml") }.sorted().compactMap { path in
        FileManager.default.contents(atPath: root.appendingPathComponent(path).path).map {
          PipelineFile(name: "\(folder)/\(path)", bytes: Array($0))
        }
      }
    }

  private static let examples: [PipelineFile] = Document.all.flatMap { document in
    ((try? document.blocks()) ?? []).filter { $0.language == "yaml" && $0.isRun }.map {
      PipelineFile(name: "\(document.path):\($0.firstLine)", bytes: Array(Example($0).file.utf8))
    }
  }

  private static let samples: [PipelineFile] = Operators.all.compactMap { type in
    type.declaration.sample.map {
      PipelineFile(name: "the sample of \(type.declaration.name)", bytes: Array($0.file.utf8))
    }
  }

  /// What is wrong with it, as `check` tells it; empty where it can be run.
  var mistakes: [String] { errors.map(\.message) }

  /// Those of this file itself, not of files that it includes.
  var ownMistakes: [String] { errors.filter { $0.source?.name == path }.map(\.message) }

  private var path: String { BuiltProgram.packageFolder.appendingPathComponent(name).path }

  private var errors: [Diagnostic] {
    let parse = parsePipeline(SourceText(name: path, bytes: bytes), expressions: ExpressionPool())
    return parse.diagnostics.filter { $0.severity == .error }
  }

  /// The file as an editor's schema checker sees it; `nil` where it is no YAML.
  var json: JSONValue? {
    let source = SourceText(name: name, bytes: bytes)
    let parsed = parseYAML(source)
    guard parsed.diagnostics.allSatisfy({ $0.severity != .error }), let root = parsed.root else { return nil }
    return FileContext(source: source, expressions: ExpressionPool()).json(root)
  }
}
