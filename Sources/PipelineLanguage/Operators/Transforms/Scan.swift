/// `scan: { from: 0, with: $acc + .amount }`: emits the running result after each value.
package struct ScanStep: StepOperation {
  static let start = Parameter("from", .value(), "the result before the first value", required: true)
  static let with = Parameter(
    "with", .expression(extra: ["acc"]), "the next result; `$acc` is the one so far", required: true)

  package static let declaration = OperatorDeclaration(
    "scan", .transform, "emits the running result after each value",
    parameters: [start, with],
    discussion: #"""
      - `$acc` is the result so far, first what `from` gives; `.` is the value.
      - Emits: one result for each value, never `from` itself.
      - Ends: with the stream; nothing is emitted where it was empty.
      - Fails: where the expression does, or gives no value or several.
      """#,
    example: "scan: { from: 0, with: $acc + .amount }",
    sample: OperatorSample(
      #"""
      nodes:
        balance:
          - sequence: [5, -2, 4]
          - scan: { from: 10, with: $acc + . }
      """#,
      prints: #"""
        15
        13
        17
        """#))

  package let start: ValueTemplate
  package let with: Formula

  package var isRepeatable: Bool { true }

  package init?(_ arguments: Arguments) {
    guard let start = arguments[Self.start], let with = arguments[Self.with] else { return nil }
    self.start = start
    self.with = with
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { upstream }
}
