package import Diagnostics

/// A named stream of the file.
package struct Node: Sendable {
  package let name: String
  package let nameRange: SourceRange
  package let description: String?
  /// Whether it runs when all others have ended, however they ended.
  package let isTeardown: Bool
  /// `nil` for a node that runs in any case.
  package let condition: NodeCondition?
  package let chain: Chain
  /// Every node this one names, at each place.
  package let references: [NodeReference]
  /// The pipelines that its steps run, at each place.
  package let runs: [PipelineUse]

  /// The nodes it needs, each once, in declared order.
  package var inputs: [Int] { Set(references.map(\.node)).sorted() }
}

/// A node's `when`: where it is not true, the node is skipped, and so is what needs it.
package struct NodeCondition: Sendable {
  package let formula: Formula
  /// The nodes whose one value it waits for.
  package let awaited: [Int]
}

/// A list of steps, the first of which is a source; a nested chain's first may also take the value that comes in.
package struct Chain: Sendable {
  package let steps: [Step]
  package let range: SourceRange

  /// How many values come out for one that comes in; `nodes` tells it of the nodes it takes values from.
  package func cardinality(nodes: (Int) -> Cardinality) -> Cardinality {
    steps.reduce(.one) { $1.operation.cardinality(after: $0, nodes: nodes) }
  }
}

/// One use of an operator in a chain.
package struct Step: Sendable {
  package let operation: any StepOperation
  /// The operator's name, as the file writes it.
  package let name: String
  /// `name:` beside the operator's key.
  package let label: String?
  /// The operator's key.
  package let range: SourceRange
  /// The nodes whose one value this step waits for.
  package let awaited: [Int]
  /// The nodes whose values flow in here, those of chains inside included.
  package let streams: [Int]
  /// Whether it sends requests, or a chain inside it does.
  package let sendsRequests: Bool
  /// What it holds, whatever its operator.
  package let parts: StepParts
}

/// A node's place in the declared order, or the name of one that runs inline.
package struct StreamInput: Sendable {
  package enum Source: Sendable {
    case node(Int)
    case chain(Chain)
  }

  /// The key of a map of inputs.
  package let key: String?
  package let source: Source
  package let range: SourceRange
}

/// What a join takes.
package enum StreamInputs: Sendable {
  /// A list or a map of nodes and chains, in declared order.
  case declared([StreamInput], keyed: Bool)
  /// One chain for each element of a list known only at run time.
  case each(list: ListSource, name: String, chain: Chain)
}

/// A list that is written down or computed.
package enum ListSource: Sendable {
  case values([ValueTemplate])
  case formula(Formula)
}
