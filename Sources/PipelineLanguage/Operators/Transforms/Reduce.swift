/// `reduce: { from: 0, with: $acc + .amount }`: emits the final result when the stream ends.
package struct ReduceStep: StepOperation {
  static let start = Parameter("from", .value(), "the result before the first value", required: true)
  static let with = Parameter(
    "with", .expression(extra: ["acc"]), "the next result; `$acc` is the one so far", required: true)

  package static let declaration = OperatorDeclaration(
    "reduce", .transform, "emits the final result when the stream ends",
    parameters: [start, with],
    discussion: #"""
      - `$acc` is the result so far, first what `from` gives; `.` is the value.
      - Emits: one value at the end; what `from` gives where the stream was empty.
      - Fails: where the stream or the expression does, without a value.
      """#,
    example: "reduce: { from: 0, with: $acc + .amount }",
    sample: OperatorSample(
      #"""
      nodes:
        total:
          - sequence: [5, -2, 4]
          - reduce: { from: 0, with: $acc + . }
      """#,
      prints: #"""
        7
        """#))

  package let start: ValueTemplate
  package let with: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let start = arguments[Self.start], let with = arguments[Self.with] else { return nil }
    self.start = start
    self.with = with
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .one }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream.gathered(into: .one) }
}
