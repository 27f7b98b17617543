import Diagnostics
import PipelineLanguage

/// Which files, and which nodes of them, a command is about: `--tag` and `--only`.
struct Selection: Sendable {
  /// All of them have to hold.
  private let tags: [(text: String, expression: TagExpression)]
  private let nodes: [String]

  init(_ arguments: ParsedArguments) throws(UsageError) {
    var tags: [(String, TagExpression)] = []
    for text in arguments.values("tag") {
      do throws(Diagnostic) {
        tags.append((text, try TagExpression(parsing: text)))
      } catch {
        throw UsageError(error)
      }
    }
    self.tags = tags
    nodes = arguments.values("only")
  }

  var isEverything: Bool { tags.isEmpty && nodes.isEmpty }

  /// The pipelines that are to run, each with its own nodes selected.
  ///
  /// - Throws: where a name is no node's, or nothing is left.
  func applied(to pipelines: [Pipeline]) throws(UsageError) -> [Pipeline] {
    var selected = pipelines
    for (text, expression) in tags {
      selected.removeAll { !expression.holds(for: $0.tags) }
      if selected.isEmpty { throw .nothingTagged(text, expression, among: pipelines) }
    }
    guard !nodes.isEmpty else { return selected }
    let names = selected.flatMap(\.selectableNodes)
    for name in nodes where !names.contains(name) { throw .unknownNode(name, names, in: selected, of: pipelines) }
    return selected.filter { !Set($0.selectableNodes).isDisjoint(with: nodes) }
      .map { $0.selecting(Set(nodes)) }
  }
}

extension Option {
  static let selection = [
    Option("only", value: "NODE", "run this node and what it needs; may be given several times"),
    Option("tag", value: "EXPR", "run the files whose tags fit, such as 'smoke and not slow'"),
  ]
}

extension UsageError {
  fileprivate static func nothingTagged(
    _ text: String, _ expression: TagExpression, among pipelines: [Pipeline]
  ) -> UsageError {
    let tags = unique(pipelines.flatMap(\.tags))
    let misspelled = expression.names.first { !tags.contains($0) && closestMatch(to: $0, among: tags) != nil }
    let hint =
      tags.isEmpty
      ? pipelines.count == 1 ? "it has no tags" : "no file has tags"
      : misspelled.flatMap { didYouMean($0, among: tags) } ?? (pipelines.count == 1 ? "its tags: " : "their tags: ")
        + listed(tags)
    let files = pipelines.count == 1 ? "nothing: there is but one file" : "none of the \(pipelines.count) files"
    return UsageError("--tag \(quoted(text)) selects \(files)", hint: hint)
  }

  fileprivate static func unknownNode(
    _ name: String, _ names: [String], in pipelines: [Pipeline], of all: [Pipeline]
  ) -> UsageError {
    if let file = pipelines.first(where: { $0.nodes.contains { $0.name == name } }) {
      return UsageError(
        "--only \(quoted(name)) selects nothing: it is a teardown node of \(file.source.name)",
        hint: "those run at the end, whatever is selected")
    }
    if let file = all.first(where: { $0.nodes.contains { $0.name == name } }) {
      return UsageError(
        "--only \(quoted(name)) selects nothing: \(file.source.name) has it, which --tag leaves out")
    }
    let hint = didYouMean(name, among: names) ?? "there are: " + listed(unique(names))
    return UsageError("--only \(quoted(name)) selects nothing: no node is called so", hint: hint)
  }
}

private func unique(_ names: [String]) -> [String] {
  var seen: Set<String> = []
  return names.filter { seen.insert($0).inserted }
}

/// As many as fit into a line.
private func listed(_ names: [String]) -> String {
  let most = 12
  return names.prefix(most).joined(separator: ", ") + (names.count > most ? ", … (\(names.count))" : "")
}
