/// One named stream of the file.
package struct NodeDescription: Sendable {
  package var name: String
  package var description: String?
  package var place: SourcePlace
  /// The nodes it takes values from, by place in the run's list.
  package var inputs: [Int]
  /// Whether it runs when all others have ended. What it does is told apart.
  package var isTeardown: Bool
  /// The node that runs the pipeline to which this one belongs, by place in the run's list. It decides what comes of both.
  package var parent: Int?
  /// How many nodes are round it.
  package var depth: Int

  package init(
    name: String, description: String?, place: SourcePlace, inputs: [Int], isTeardown: Bool = false,
    parent: Int? = nil, depth: Int = 0
  ) {
    self.name = name
    self.description = description
    self.place = place
    self.inputs = inputs
    self.isTeardown = isTeardown
    self.parent = parent
    self.depth = depth
  }
}
