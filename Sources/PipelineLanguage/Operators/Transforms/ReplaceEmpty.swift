/// `replaceEmpty: none`: emits a value where the stream ends without one.
package struct ReplaceEmptyStep: StepOperation {
  static let value = Parameter("with", .value(), "the value", required: true)

  package static let declaration = OperatorDeclaration(
    "replaceEmpty", .transform, "emits a value where the stream ends without one",
    parameters: [value], shorthand: .always("with"),
    discussion: #"""
      - A stream with values passes unchanged.
      - A failure is no empty end: it goes on.
      """#,
    example: "replaceEmpty: none",
    sample: OperatorSample(
      #"""
      nodes:
        first:
          - sequence: []
          - first
          - replaceEmpty: none
      """#,
      prints: #"""
        "none"
        """#))

  package let value: ValueTemplate

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let value = arguments[Self.value] else { return nil }
    self.value = value
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    upstream == .atMostOne ? .one : upstream
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    if upstream.values.expected ?? 1 == 0 { load.values = .one }
    if upstream.values.most == 1 { load.values = .one }
    return load
  }
}
