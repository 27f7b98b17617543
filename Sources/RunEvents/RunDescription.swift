/// What is about to run.
package struct RunDescription: Sendable {
  package var id: String
  package var pipeline: String
  package var description: String?
  /// As the user wrote it.
  package var file: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var startedAt: Double
  /// In declared order; events name a node by its place here.
  package var nodes: [NodeDescription]

  package init(
    id: String, pipeline: String, description: String?, file: String, startedAt: Double, nodes: [NodeDescription]
  ) {
    self.id = id
    self.pipeline = pipeline
    self.description = description
    self.file = file
    self.startedAt = startedAt
    self.nodes = nodes
  }
}
