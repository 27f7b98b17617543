package import Diagnostics

/// What a run of a pipeline will do, as far as the file tells: the graph, why each of its edges is there, what may run
/// at once, and how many requests can be sent.
package struct PipelinePlan: Sendable {
  package let pipeline: Pipeline
  /// In declared order.
  package let nodes: [PlanNode]
  /// By the node that waits, then in the order of the file: one for each place where a node names another.
  package let edges: [PlanEdge]
  /// Nodes by how many others have to come before: those of one stage need none of each other, so all of them may run
  /// at once. Each holds places in declared order. Nothing waits for a stage to end.
  package let stages: [[Int]]
  /// Of the whole run, or of each of its cases.
  package let requests: Amount
}

/// A node as the plan sees it.
package struct PlanNode: Sendable {
  package let name: String
  /// Nil for a teardown node.
  package let stage: Int?
  package let values: Amount
  package let requests: Amount
  package let isOutput: Bool
}

/// A place where a node names another.
package struct PlanEdge: Sendable {
  /// The node that is named: its values flow in, or are waited for.
  package let from: Int
  package let to: Int
  package let kind: NodeReference.Kind
  /// `from`, `input 'a' of zipMany`, `$nodes.a in map`, `$nodes.a in when`.
  package let reason: String
  package let range: SourceRange
}

extension PipelinePlan {
  /// Takes time in proportion to the size of the file.
  package init(_ pipeline: Pipeline) {
    let order = pipeline.dependencyOrder
    var loads = [Load](repeating: .start, count: pipeline.nodes.count)
    var stages = [Int](repeating: 0, count: pipeline.nodes.count)
    var skippable = [Bool](repeating: false, count: pipeline.nodes.count)
    for place in order {
      let node = pipeline.nodes[place]
      loads[place] = node.chain.load { loads[$0] }
      // What needs a node that is skipped is skipped too.
      skippable[place] = node.condition != nil || node.inputs.contains { skippable[$0] }
      if skippable[place] {
        loads[place].values = loads[place].values.orLess
        loads[place].requests = loads[place].requests.orLess
      }
      stages[place] = node.inputs.map { stages[$0] + 1 }.max() ?? 0
    }
    for place in cancellable(loads, order, pipeline) { loads[place].requests = loads[place].requests.orLess }

    let outputs = Set(pipeline.output.nodes)
    self.pipeline = pipeline
    nodes = pipeline.nodes.indices.map { place in
      PlanNode(
        name: pipeline.nodes[place].name, stage: pipeline.nodes[place].isTeardown ? nil : stages[place],
        values: loads[place].values,
        requests: loads[place].requests, isOutput: outputs.contains(place))
    }
    edges = pipeline.nodes.enumerated().flatMap { place, node in
      node.references.map { reference in
        PlanEdge(
          from: reference.node, to: place, kind: reference.kind,
          reason: reference.reason(pipeline.nodes[reference.node].name), range: reference.range)
      }
    }
    var rows = [[Int]](repeating: [], count: (stages[pipeline.mainNodes].max() ?? -1) + 1)
    for place in pipeline.mainNodes { rows[stages[place]].append(place) }
    self.stages = rows
    requests = loads.reduce(.none) { $0 + $1.requests }
  }
}

/// The nodes that may be cancelled before their end since nobody needs more of their values.
private func cancellable(_ loads: [Load], _ order: [Int], _ pipeline: Pipeline) -> Set<Int> {
  // How many take a node's values to the end.
  var takers = [Int](repeating: 0, count: loads.count)
  var consumers = takers
  for node in pipeline.output.nodes { takers[node] += 1 }
  for node in pipeline.nodes {
    for reference in node.references where reference.kind == .value { takers[reference.node] += 1 }
  }
  for load in loads {
    for node in load.nodes {
      consumers[node] += 1
      if !load.cut.contains(node) { takers[node] += 1 }
    }
  }
  var cancellable: Set<Int> = []
  // Consumers come behind what they consume.
  for place in order.reversed() where takers[place] == 0 && consumers[place] > 0 {
    cancellable.insert(place)
    for node in loads[place].nodes where !loads[place].cut.contains(node) { takers[node] -= 1 }
  }
  return cancellable
}

extension NodeReference {
  fileprivate func reason(_ name: String) -> String {
    let inside = operators.dropLast().map { " in \($0)" }.reversed().joined()
    let use = operators.last
    return switch kind {
    // Only a node's condition stands beside its chain.
    case .value: "$nodes.\(name) in \(use ?? "when")" + inside
    case .stream where use == "from": "from" + inside
    case .stream: "input\(input.map { " '\($0)'" } ?? "")" + (use.map { " of \($0)" } ?? "") + inside
    }
  }
}
