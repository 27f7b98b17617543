/// `zipMany: [oslo, lima]`: emits the n-th values of all inputs together.
package struct ZipManyStep: StepOperation {
  static let inputs = Parameter(
    "of", .inputs, "the streams: a list or map of nodes and chains, or { each, as, do }", required: true)
  static let delaysErrors = Parameter(
    "delayErrors", .boolean, "let every input end, then fail with all the failures")

  package static let declaration = OperatorDeclaration(
    "zipMany", .source, "emits the n-th values of all inputs together",
    parameters: [inputs, delaysErrors], shorthand: .unlessKeyed("of"),
    discussion: #"""
      - Emits: for a list of inputs, or an `each`, lists; for a map of inputs objects with its keys. The n-th row
        leaves as soon as every input has its n-th value.
      - Order: within a row that of the inputs as declared, whichever was there first.
      - Ends: when no further row can be made, that is with the input that has the fewest values; the others are
        cancelled. Without inputs it ends at once, without a value.
      - Fails: as soon as an input fails; the other inputs are cancelled and rows that are not complete are
        dropped.
      """#,
    example: "zipMany: [oslo, lima]",
    sample: OperatorSample(
      #"""
      nodes:
        a: { sequence: [1, 2, 3] }
        b: { sequence: [x, y] }
        pairs: { zipMany: { number: a, letter: b } }
      """#,
      prints: #"""
        {"number":1,"letter":"x"}
        {"number":2,"letter":"y"}
        """#))

  package let inputs: StreamInputs
  package let delaysErrors: Bool

  package init?(_ arguments: Arguments) {
    guard let inputs = arguments[Self.inputs] else { return nil }
    self.inputs = inputs
    delaysErrors = arguments[Self.delaysErrors] ?? false
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    inputs.zippedCardinality(nodes: nodes)
  }

  package func load(after upstream: Load, at site: LoadSite) -> Load { inputs.load(.zip, at: site) }
}
