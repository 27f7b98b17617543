import PipelineLanguage
import RunEvents

/// Where the nodes of a pipeline, and of those it runs, stand in the run's list: each right behind the node that runs it.
final class ReportPlaces: Sendable {
  /// Of the pipeline's own nodes.
  let nodes: [Int]
  /// For each node, the pipelines that it runs, by their uses' ids.
  let nested: [[ReportPlaces]]

  private init(nodes: [Int], nested: [[ReportPlaces]]) {
    self.nodes = nodes
    self.nested = nested
  }

  /// Adds the pipeline's nodes to the list.
  static func of(
    _ pipeline: Pipeline, parent: Int? = nil, depth: Int = 0, in list: inout [NodeDescription]
  ) -> ReportPlaces {
    var nodes: [Int] = []
    var nested: [[ReportPlaces]] = []
    for node in pipeline.nodes {
      let place = list.count
      nodes.append(place)
      var description = NodeDescription(node, of: pipeline)
      description.parent = parent
      description.depth = depth
      list.append(description)
      nested.append(
        node.runs.map { ReportPlaces.of($0.pipeline, parent: place, depth: depth + 1, in: &list) })
    }
    for (node, place) in zip(pipeline.nodes, nodes) { list[place].inputs = node.inputs.map { nodes[$0] } }
    return ReportPlaces(nodes: nodes, nested: nested)
  }

  /// Its nodes and those of the pipelines they run.
  var all: [Int] { zip(nodes, nested).flatMap { [$0] + $1.flatMap(\.all) } }
}
