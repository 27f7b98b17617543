import Values

extension OperatorDeclaration {
  /// The name of its definition in `PipelineSchema`.
  var definition: String { "operator.\(name)" }

  /// What may stand behind the operator's key, with the operator's page for an editor to show.
  var schema: JSONValue {
    // An operator that needs nothing may stand as a key with nothing behind it.
    (takesNothing ? form.map(\.orNull) ?? ["type": "null"] : form ?? true).described(page)
  }

  private var form: JSONValue? {
    if parameters.isEmpty { return nil }
    switch shorthand {
    case .none: return longForm
    case .always(let name): return shortForm(name)
    case .unlessMapping(let name):
      let short = shortForm(name)
      let merged = either([short, longForm])
      // Where the short form could be a mapping as well, a mapping is the long form all the same.
      return merged["anyOf"] == nil ? merged : either([["allOf": [short], "not": ["type": "object"]], longForm])
    case .unlessKeyed(let name): return longForm.where(anyOf: [name], of: parameters, else: shortForm(name))
    }
  }

  private func shortForm(_ name: String) -> JSONValue {
    parameters.first { $0.name == name }.map { $0.schema.described($0.summary) } ?? true
  }

  /// A mapping with these keys and no others.
  private var longForm: JSONValue { mappingSchema(parameters.map { ($0, $0.schema) }, rules: rules.schema) }

  private var page: String {
    var text = "\(summary).\n\nExample: \(example)"
    if !discussion.isEmpty { text += "\n\n\(discussion)" }
    return text
  }
}
