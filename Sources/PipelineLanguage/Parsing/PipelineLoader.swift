import Diagnostics
import Files
import YAML

/// The pipelines that others run, each read once. Used on one thread.
final class PipelineLoader {
  /// The files that are being read, each run by the one before it.
  private var path: [String]
  private var loaded: [String: Pipeline?] = [:]
  /// All files that were read, with what is wrong in them.
  private(set) var contexts: [FileContext] = []

  private static let deepest = 50

  /// What is looked for in each file that is run. Which of its files it needs depends on the inputs that it is given.
  private let rules: [any CheckRule.Type]

  /// - Parameter name: of the file that is read first.
  init(_ name: String, rules: [any CheckRule.Type] = []) {
    path = [name]
    self.rules = rules.filter { !($0 is MissingFileRule.Type) }
  }

  /// The checked pipeline of a file that a step names; `nil` where there is a mistake, which is told.
  func pipeline(_ written: String, at node: YAMLNode, of file: FileContext) -> Pipeline? {
    let relative = written.hasPrefix("./") ? String(written.dropFirst(2)) : written
    let name = Paths.resolve(relative, against: Paths.folder(of: file.source.name))
    let identity = Paths.normalized(name)
    if let start = path.firstIndex(where: { Paths.normalized($0) == identity }) {
      file.report(.runCycle(path[start...] + [name]), at: node.range)
      return nil
    }
    if let known = loaded[identity] { return known }
    guard path.count < Self.deepest else {
      file.report(
        Finding("pipelines run each other too deeply", reason: "more than \(Self.deepest) files"), at: node.range)
      return nil
    }
    let source: SourceText
    do throws(FileError) {
      source = SourceText(name: name, bytes: try FileSystem.read(name))
    } catch {
      file.report(.unreadable("run", written, error), at: node.range)
      return nil
    }
    let parsed = parseYAML(source)
    let context = FileContext(source: source, expressions: file.expressions, loader: self)
    parsed.diagnostics.forEach(context.report)
    let parser = PipelineParser(context, rules: rules)
    path.append(name)
    let pipeline = parsed.root.flatMap { parser.pipeline($0) }
    path.removeLast()
    let own = [context] + parser.included.contexts
    contexts += own
    let checked = own.contains(where: \.hasErrors) ? nil : pipeline
    loaded[identity] = .some(checked)
    return checked
  }
}

extension Finding {
  static func runCycle(_ names: some Collection<String>) -> Finding {
    names.count == 2
      ? Finding("the pipeline runs itself")
      : Finding("the pipelines run each other", reason: names.map { Paths.normalized($0) }.joined(separator: " → "))
  }
}
