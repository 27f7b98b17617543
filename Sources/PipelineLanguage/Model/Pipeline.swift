package import Diagnostics

/// A checked pipeline: what it names is there, what it computes compiles, and its graph has no cycle.
package struct Pipeline: Sendable {
  package let source: SourceText
  package let name: String
  package let description: String?
  package let tags: [String]
  package let inputs: [InputDeclaration]
  /// One run is made for each; `nil` where the file has none, and one run is made.
  package let cases: [CaseDeclaration]?
  package let clients: [ClientDeclaration]
  package let types: [TypeDeclaration]
  /// In declared order, those of `teardown` last.
  package let nodes: [Node]
  /// What the file declares; where nodes are selected, what is theirs.
  package internal(set) var output: Output
  package let mock: [MockRouteDeclaration]
  package let expressions: ExpressionPool
  package internal(set) var files: [FileReference]
  /// The inputs that the mock section asks for; `nil` where it takes them as a whole.
  package let mockInputs: Set<String>?
  /// Whether any step is a fetch.
  package let sendsRequests: Bool
  /// The places of the nodes that are to run; `nil` for all.
  package internal(set) var selection: Set<Int>?

  /// What the run gives back.
  package enum Output: Sendable {
    case node(Int)
    case list([Int])
    case map([Entry])

    package struct Entry: Sendable {
      package let key: String
      package let node: Int
    }

    package var nodes: [Int] {
      switch self {
      case .node(let node): [node]
      case .list(let nodes): nodes
      case .map(let entries): entries.map(\.node)
      }
    }
  }
}

extension Pipeline {
  /// The places of the nodes that are no teardown.
  package var mainNodes: Range<Int> { 0..<(nodes.firstIndex(where: \.isTeardown) ?? nodes.count) }

  /// The places of the nodes that run at the end, in the order in which they do.
  package var teardown: [Int] { nodes.indices.reversed().filter { nodes[$0].isTeardown } }

  /// The clients by name, as steps refer to them.
  package func client(named name: String) -> ClientDeclaration? { clients.first { $0.name == name } }
}
