package import Values

/// A YAML value whose strings may hold templates.
package indirect enum ValueTemplate: Sendable {
  case constant(JSONValue)
  case text(TextTemplate)
  case array([ValueTemplate])
  case object([Member])

  package struct Member: Sendable {
    package let key: String
    package let value: ValueTemplate
  }

  /// The value itself where it holds no template.
  package var constant: JSONValue? {
    if case .constant(let value) = self { return value }
    return nil
  }

  /// The expressions in it.
  package var formulas: [Formula] {
    switch self {
    case .constant: []
    case .text(let template): template.formulas
    case .array(let elements): elements.flatMap(\.formulas)
    case .object(let members): members.flatMap(\.value.formulas)
    }
  }
}
