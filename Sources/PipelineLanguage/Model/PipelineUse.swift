/// Another pipeline that a step runs.
package struct PipelineUse: Sendable {
  /// Tells the uses of a node apart.
  package let id: Int
  package let pipeline: Pipeline
  /// How many values its output can have.
  package let cardinality: Cardinality
  /// What a plan says of its output, and of the requests of all its nodes.
  let values: Amount
  let requests: Amount
  /// With those of the pipelines that it runs in turn.
  let nodeCount: Int

  /// Everything is worked out once: what it runs may run others, and so on.
  init(id: Int, pipeline: Pipeline) {
    self.id = id
    self.pipeline = pipeline
    let plan = PipelinePlan(pipeline)
    requests = plan.requests
    switch pipeline.output {
    case .node(let node):
      cardinality = pipeline.cardinalities[node]
      values = plan.nodes[node].values
    case .list, .map:
      cardinality = .one
      values = .one
    }
    nodeCount = pipeline.nodes.flatMap(\.runs).reduce(pipeline.nodes.count) { $0 + $1.nodeCount }
  }
}
