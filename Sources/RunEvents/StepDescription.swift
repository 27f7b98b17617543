/// One use of an operator in a chain.
package struct StepDescription: Sendable, Equatable {
  /// The operator's name, for example `fetch`.
  package var operation: String
  /// The step's `name:`, or what it says of itself in a few words.
  package var label: String
  package var place: SourcePlace

  package init(operation: String, label: String, place: SourcePlace) {
    self.operation = operation
    self.label = label
    self.place = place
  }
}
