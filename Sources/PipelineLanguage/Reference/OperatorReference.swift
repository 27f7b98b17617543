/// The operators' pages, made from their declarations: for `pipeline help OPERATOR` and for `docs/operators/`.
package enum OperatorReference {
  package static var names: [String] { Operators.names }

  /// For a terminal; `nil` where there is no such operator.
  package static func text(of name: String) -> String? {
    guard let declaration = Operators.named(name)?.declaration else { return nil }
    var text = "\(declaration.name): \(declaration.summary).\n\n"
    text += "  - \(declaration.example)\n\n\(declaration.roleSentence)\n"
    if !declaration.discussion.isEmpty { text += "\n\(declaration.discussion.withoutLinks)\n" }
    text += parameterList(of: declaration)
    if let shorthand = declaration.shorthandSentence { text += "\n\(shorthand)\n" }
    if let sample = declaration.sample {
      let file = "\(declaration.name).yaml"
      for other in sample.others { text += "\nIn \(other.name):\n\n\(other.text.indented)\n" }
      text += "\nAs a whole, in \(file):\n\n\(sample.file.indented)\n\n"
      text += "\("$ \(sample.command(file: file))\n\(sample.prints)".indented)\n"
    }
    return text
  }

  private static func parameterList(of declaration: OperatorDeclaration) -> String {
    let width = declaration.parameters.map(\.name.count).max() ?? 0
    let margin = String(repeating: " ", count: width + 4)
    var text = declaration.parameters.isEmpty ? "" : "\n"
    for parameter in declaration.parameters {
      let padding = String(repeating: " ", count: width - parameter.name.count)
      text += "  \(parameter.name)\(padding)  \(parameter.summary)\(parameter.isRequired ? " (required)" : "")\n"
      // Where both say the same, once is enough.
      if parameter.summary != parameter.expectation { text += "\(margin)\(parameter.expectation)\n" }
    }
    return text
  }

  /// A page of Markdown.
  package static func markdown(of name: String) -> String? {
    guard let declaration = Operators.named(name)?.declaration else { return nil }
    var page = "# \(declaration.name)\n\n\(declaration.summary.capitalizedFirst).\n\n"
    page += "```yaml\n- \(declaration.example)\n```\n\n\(declaration.roleSentence)\n"
    if !declaration.discussion.isEmpty { page += "\n\(declaration.discussion)\n" }
    page += parameterTable(of: declaration)
    if let sample = declaration.sample {
      let file = "\(declaration.name).yaml"
      page += "\n## Example\n"
      for other in sample.others { page += "\n`\(other.name)`:\n```yaml\n\(other.text)\n```\n" }
      page += "\n`\(file)`:\n```yaml\n\(sample.file)\n```\n\n"
      page += "```console\n$ \(sample.command(file: file))\n\(sample.prints)\n```\n"
    }
    return page + "\n[All operators](README.md)\n"
  }

  private static func parameterTable(of declaration: OperatorDeclaration) -> String {
    guard !declaration.parameters.isEmpty else { return "" }
    var text = "\n## Parameters\n\n"
    if let shorthand = declaration.shorthandSentence { text += "\(shorthand)\n\n" }
    text += "| parameter | takes | is |\n|---|---|---|\n"
    for parameter in declaration.parameters {
      let required = parameter.isRequired ? " (required)" : ""
      text +=
        "| `\(parameter.name)` | \(parameter.expectation.escapedForTable) | \(parameter.summary.escapedForTable)\(required) |\n"
    }
    return text
  }

  /// The list of all operators, each with its sentence.
  package static var index: String {
    let sources = Operators.all.map { $0.declaration }.filter { $0.role != .transform }
    let transforms = Operators.all.map { $0.declaration }.filter { $0.role != .source }
    return """
      # Operators

      A chain begins with a source; operators follow. How they work together, what an expression may use and what order is kept
      stands in [the language](../language.md). `pipeline help NAME` shows a page on the terminal.

      These pages are made from the operators' declarations in `Sources/PipelineLanguage/Operators`.

      ## Sources

      \(table(of: sources))
      ## Operators

      \(table(of: transforms))
      """
  }

  private static func table(of declarations: [OperatorDeclaration]) -> String {
    var text = "| step | does |\n|---|---|\n"
    for declaration in declarations {
      text += "| [`\(declaration.name)`](\(declaration.name).md) | \(declaration.summary.escapedForTable) |\n"
    }
    return text
  }
}

extension OperatorDeclaration {
  fileprivate var roleSentence: String {
    switch role {
    case .source: "A source: it stands first in a chain."
    case .transform: "An operator: it stands behind a source or another operator."
    case .sourceOrTransform:
      "A source where it stands first in a chain; in mid-chain an operator that does its work for each value."
    }
  }

  fileprivate var shorthandSentence: String? {
    switch shorthand {
    case .none: nil
    case .unlessMapping(let name):
      "`\(self.name): X`, where X is no mapping, is `\(self.name): { \(name): X }`."
    case .unlessKeyed(let name):
      "`\(self.name): X`, where X is no mapping with the key `\(name)`, is `\(self.name): { \(name): X }`."
    case .always(let name): "What stands behind `\(self.name):` is its `\(name)`."
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
  fileprivate var escapedForTable: String { replacing("|", with: "\\|") }

  fileprivate var indented: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  " + $0 }
      .joined(separator: "\n")
  }

  /// `[words](target)` as `words`: a terminal follows no links.
  fileprivate var withoutLinks: String {
    var rest = self[...]
    var text = ""
    while let middle = rest.firstRange(of: "](") {
      guard let open = rest[..<middle.lowerBound].lastIndex(of: "["),
        let close = rest[middle.upperBound...].firstIndex(of: ")")
      else { break }
      text += rest[..<open] + rest[rest.index(after: open)..<middle.lowerBound]
      rest = rest[rest.index(after: close)...]
    }
    return text + rest
  }
}
