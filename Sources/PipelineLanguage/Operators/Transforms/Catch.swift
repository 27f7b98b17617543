/// `catch: [ just: [] ]`: goes on with another chain where the stream fails.
package struct CatchStep: StepOperation {
  static let chain = Parameter(
    "do", .chain(extra: ["error"]), "the steps; they see $error, which is also the value that comes in", required: true)

  package static let declaration = OperatorDeclaration(
    "catch", .transform, "goes on with another chain where the stream fails",
    parameters: [chain], shorthand: .unlessKeyed("do"),
    discussion: """
      Values before the failure stay. A failure of the handler is not caught again. Reports show the failure as recovered.
      """,
    example: "catch: [ just: [] ]")

  package let chain: Chain

  package init?(_ arguments: Arguments) {
    guard let chain = arguments[Self.chain] else { return nil }
    self.chain = chain
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality { .many }
}
