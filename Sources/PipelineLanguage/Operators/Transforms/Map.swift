/// `map: .items[0].name`: replaces each value by what the expression makes of it.
package struct MapStep: StepOperation {
  static let transformation = Parameter(
    "with", .transformation, "a jq expression, or a mapping or list whose strings are templates", required: true)

  package static let declaration = OperatorDeclaration(
    "map", .transform, "replaces each value by what the expression makes of it",
    parameters: [transformation], shorthand: .always("with"),
    discussion: """
      No output of the expression drops the value, several outputs are several values, and `error(\\"…\\")` fails the stream.
      """,
    example: "map: .items[0].name")

  package let transformation: Transformation

  package init?(_ arguments: Arguments) {
    guard let transformation = arguments[Self.transformation] else { return nil }
    self.transformation = transformation
  }

  package func cardinality(after upstream: Cardinality, nodes: (Int) -> Cardinality) -> Cardinality {
    switch transformation {
    case .value: upstream
    case .formula(let formula): formula.mayEmitSeveral ? .many : upstream
    }
  }
}
