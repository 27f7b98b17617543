/// `removeDuplicates: .id`: drops each value that is the same as the one before.
package struct RemoveDuplicatesStep: StepOperation {
  static let key = Parameter("by", .expression(), "what is compared; the whole value where left out")

  package static let declaration = OperatorDeclaration(
    "removeDuplicates", .transform, "drops each value that is the same as the one before",
    parameters: [key], shorthand: .always("by"),
    discussion: #"""
      - A value is compared with the last one let through, as `==` does it: `1` and `1.0` are the same, and so are
        objects whose keys stand in another order.
      - A value that comes again later, after another, is let through: for values that are different all over, use
        `collect` and `map: unique[]`.
      - Order: that of the values.
      - Fails: where the expression does, or gives no value or several.
      """#,
    example: "removeDuplicates: .id",
    sample: OperatorSample(
      #"""
      nodes:
        states:
          - sequence: [{ at: 1, state: queued }, { at: 2, state: queued }, { at: 3, state: done }]
          - removeDuplicates: .state
      """#,
      prints: #"""
        {"at":1,"state":"queued"}
        {"at":3,"state":"done"}
        """#))

  package let key: Formula?

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    key = arguments[Self.key]
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.thinned }
}
