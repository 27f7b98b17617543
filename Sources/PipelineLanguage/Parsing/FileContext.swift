package import Diagnostics
import Expressions
package import YAML

/// What is known of a file while it is read: its names, its expressions, and the mistakes found so far.
///
/// Used on one thread. Names are declared before anything that may refer to them is read, so order in the file does
/// not matter.
package final class FileContext {
  package let source: SourceText
  package let expressions: ExpressionPool
  package private(set) var diagnostics: [Diagnostic] = []
  /// What has been said where, so that a part of the file that aliases use several times is not told of several times.
  private var said: Set<Statement> = []
  /// Where what stands in the tree is only a stand-in, since the text there has a mistake of YAML.
  private var unreadable: Set<Int> = []
  /// Shared with the files that are read as parts of the same pipeline.
  let names: FileNames
  /// Shared with the pipelines that this one runs.
  let loader: PipelineLoader
  private var comparisons = 0
  /// Whether a fetch has been read.
  var hasRequests = false

  init(source: SourceText, expressions: ExpressionPool, names: FileNames = FileNames(), loader: PipelineLoader? = nil) {
    self.loader = loader ?? PipelineLoader(source.name)
    self.source = source
    self.expressions = expressions
    self.names = names
  }

  var inputs: NameTable { names.inputs }
  var clients: NameTable { names.clients }
  var types: NameTable { names.types }
  var nodes: NameTable { names.nodes }
  var mainNodeCount: Int { names.mainNodeCount }
  var used: UsedNames { names.used }

  private struct Statement: Hashable {
    let message: String
    let start: Int
    let end: Int
  }

  /// Tells of a mistake, unless it has been told or follows from one of YAML at the same place.
  func report(_ finding: Finding, at range: SourceRange?, notes: [Diagnostic] = []) {
    if let range {
      if unreadable.contains(range.start.offset) { return }
      let statement = Statement(message: finding.message, start: range.start.offset, end: range.end.offset)
      guard said.insert(statement).inserted else { return }
    }
    diagnostics.append(
      Diagnostic(
        finding.severity, finding.message, in: source, at: range, reason: finding.reason, hint: finding.hint,
        notes: notes))
  }

  /// Takes a mistake of YAML itself.
  func report(_ diagnostic: Diagnostic) {
    diagnostics.append(diagnostic)
    if diagnostic.severity == .error, let range = diagnostic.range { unreadable.insert(range.start.offset) }
  }

  func note(_ message: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(.note, message, in: source, at: range)
  }

  /// The names that a misspelled one may be meant for; none once a file with very many of both has had so many compared
  /// that a reader waits for it.
  func candidates(_ table: NameTable) -> [String] {
    comparisons += table.names.count
    return comparisons <= 200_000 ? table.names : []
  }

  var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A place in a chain while it is read: which names an expression may use there, and which nodes the step refers to.
///
/// Used on one thread.
package final class ParseSite {
  package let file: FileContext
  /// Grows from step to step; a nested chain starts with a copy.
  var scope: Scope
  /// The node references of the step that is being read, its nested chains left out.
  var stepReferences: [NodeReference] = []
  /// What the step that is being read holds.
  var stepParts = StepParts()
  /// All node references of the node that is being read.
  var nodeReferences: [NodeReference] = []
  /// The input files that are named without a template, to be looked for before anything runs.
  var files: [FileReference] = []
  /// The operators whose steps are being read, from the outermost.
  var operators: [String] = []
  /// The pipelines that the node's steps run.
  var runs: [PipelineUse] = []
  /// How deep the chain stands in others.
  var depth = 0
  /// Whether the node is one of `teardown`.
  var isTeardown = false
  /// Whether the streams that are named here are used only as the run goes on.
  var isLate = false

  init(file: FileContext, scope: Scope = Scope()) {
    self.file = file
    self.scope = scope
  }

  package func report(_ finding: Finding, at node: YAMLNode) {
    file.report(finding, at: node.range, notes: node.definitionNotes)
  }
}

/// The names of a pipeline, those of the files it includes first. Used on one thread.
final class FileNames {
  var inputs = NameTable()
  var clients = NameTable()
  /// What the clients say, once they have been read: before the nodes.
  var clientDeclarations: [String: ClientDeclaration] = [:]
  var types = NameTable()
  /// The nodes, then those of `teardown`.
  var nodes = NameTable()
  /// How many of the nodes are no teardown.
  var mainNodeCount = 0
  let used = UsedNames()
}

/// Names in declared order.
struct NameTable {
  private(set) var names: [String] = []
  private var places: [String: Int] = [:]

  mutating func append(_ name: String) {
    guard places[name] == nil else { return }
    places[name] = names.count
    names.append(name)
  }

  func place(of name: String) -> Int? { places[name] }
}

/// The names an expression may use beside `.`.
package struct Scope: Sendable {
  /// What `as` and `each … as` bound.
  var bound: [String] = []
  var hasResponse = false
  /// `error`, `acc`: what some parameters bring.
  var extra: [String] = []
  /// Whether the place is in a node's chain, where nodes and values are.
  var isInChain = false
  /// Whether the place is a node's `when`, where nodes are but no value is.
  var isCondition = false
  /// What the mock section has.
  var isMock = false
  /// A step above could not be read, so a name may be missing for that reason alone.
  var isUncertain = false

  /// Names that are always there.
  static let always = ["inputs", "env", "run"]

  var names: [String] {
    if isMock { return Scope.mockNames }
    var names = Scope.always
    if isCondition { names.append("nodes") }
    if isInChain { names += ["nodes", "index"] }
    if hasResponse { names.append("response") }
    return names + extra + bound
  }

  static let mockNames = ["request", "mock", "inputs", "env"]
}

/// Where a node is named by another.
package struct NodeReference: Sendable {
  package enum Kind: Sendable {
    /// Its values flow in: `from`, the inputs of a join.
    case stream
    /// Its one value is waited for: `$nodes.X`.
    case value
  }

  package let node: Int
  package let kind: Kind
  /// The operators that it stands in, from the outermost, as the file writes them; none where it stands beside a chain.
  package let operators: [String]
  /// The key in a map of inputs.
  package let input: String?
  /// Whether the use begins only as the run goes on: inside a nested chain, or behind another input.
  package let isLate: Bool
  package let range: SourceRange
}

/// A file that the pipeline reads or writes, named without a template.
package struct FileReference: Sendable {
  package enum Use: Sendable {
    /// Sent as a body: a regular file, whose size is known.
    case sent
    case read
    case written
  }

  /// As written.
  package let path: String
  package let use: Use
  package let range: SourceRange
  /// Where it is named: its folder is what the path is relative to.
  package let source: SourceText
}

extension [FileReference] {
  /// Those that have to be there when the run begins: not what it writes, and may read after that.
  var sought: [FileReference] {
    let written = Set(filter { $0.use == .written }.map(\.path))
    return filter { !written.contains($0.path) }
  }
}
