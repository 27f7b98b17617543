/// One named stream of the file.
package struct NodeDescription: Sendable {
  package var name: String
  package var description: String?
  package var place: SourcePlace
  /// The nodes it takes values from, by place in the run's list.
  package var inputs: [Int]
  /// Whether it runs when all others have ended. What it does is told apart.
  package var isTeardown: Bool

  package init(
    name: String, description: String?, place: SourcePlace, inputs: [Int], isTeardown: Bool = false
  ) {
    self.name = name
    self.description = description
    self.place = place
    self.inputs = inputs
    self.isTeardown = isTeardown
  }
}
