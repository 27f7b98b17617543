/// The operators' pages, made from their declarations: for `pipeline help OPERATOR` and for `docs/operators/`.
package enum OperatorReference {
  package static var names: [String] { Operators.names }

  /// For a terminal; `nil` where there is no such operator.
  package static func text(of name: String) -> String? {
    guard let declaration = Operators.named(name)?.declaration else { return nil }
    var text = "\(declaration.name): \(declaration.summary).\n\n"
    text += "  - \(declaration.example)\n\n\(declaration.roleSentence)\n"
    if !declaration.discussion.isEmpty { text += "\n\(declaration.discussion)\n" }
    if declaration.parameters.isEmpty { return text }
    let width = declaration.parameters.map(\.name.count).max() ?? 0
    text += "\n"
    for parameter in declaration.parameters {
      let padding = String(repeating: " ", count: width - parameter.name.count)
      text +=
        "  \(parameter.name)\(padding)  \(parameter.summary)\n  \(String(repeating: " ", count: width))  (\(parameter.expectation))\n"
    }
    if let shorthand = declaration.shorthandSentence { text += "\n\(shorthand)\n" }
    return text
  }

  /// A page of Markdown.
  package static func markdown(of name: String) -> String? {
    guard let declaration = Operators.named(name)?.declaration else { return nil }
    var page = "# \(declaration.name)\n\n\(declaration.summary.capitalizedFirst).\n\n"
    page += "```yaml\n- \(declaration.example)\n```\n\n\(declaration.roleSentence)\n"
    if !declaration.discussion.isEmpty { page += "\n\(declaration.discussion)\n" }
    if declaration.parameters.isEmpty { return page }
    page += "\n| parameter | takes | is |\n|---|---|---|\n"
    for parameter in declaration.parameters {
      let required = parameter.isRequired ? " (required)" : ""
      page +=
        "| `\(parameter.name)` | \(parameter.expectation.escapedForTable) | \(parameter.summary.escapedForTable)\(required) |\n"
    }
    if let shorthand = declaration.shorthandSentence { page += "\n\(shorthand)\n" }
    return page
  }

  /// The list of all operators, each with its sentence.
  package static var index: String {
    var page = "# Operators\n\n| operator | does |\n|---|---|\n"
    for type in Operators.all {
      let declaration = type.declaration
      page += "| [`\(declaration.name)`](\(declaration.name).md) | \(declaration.summary.escapedForTable) |\n"
    }
    return page
  }
}

extension OperatorDeclaration {
  fileprivate var roleSentence: String {
    switch role {
    case .source: "A source: it stands first in a chain."
    case .transform: "An operator: it stands behind a source or another operator."
    case .sourceOrTransform: "It stands first in a chain, or in mid-chain once for each value."
    }
  }

  fileprivate var shorthandSentence: String? {
    switch shorthand {
    case .none: nil
    case .unlessMapping(let name): "What is no mapping is its `\(name)`."
    case .unlessKeyed(let name): "Without the key `\(name)`, everything behind the operator is its `\(name)`."
    case .always(let name): "What stands behind the operator is its `\(name)`."
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var escapedForTable: String { replacing("|", with: "\\|") }
}
