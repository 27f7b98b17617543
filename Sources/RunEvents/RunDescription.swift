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
  /// The one of several sets of inputs that it runs with.
  package var inputSet: InputSet?
  package var suite: SuitePlace

  package init(
    id: String, pipeline: String, description: String?, file: String, startedAt: Double, nodes: [NodeDescription],
    inputSet: InputSet? = nil, suite: SuitePlace = .alone
  ) {
    self.id = id
    self.pipeline = pipeline
    self.description = description
    self.file = file
    self.startedAt = startedAt
    self.nodes = nodes
    self.inputSet = inputSet
    self.suite = suite
  }

  /// The pipeline's name, with the case and the repetition where there are several: `orders [2: itemId=b] (1 of 3)`.
  package var title: String { runTitle(pipeline, file, inputSet, suite) }
}

/// One of the sets of inputs that a pipeline is run with.
package struct InputSet: Sendable, Equatable {
  /// From 1.
  package var number: Int
  /// Its values, for a reader.
  package var label: String

  package init(number: Int, label: String) {
    self.number = number
    self.label = label
  }
}
