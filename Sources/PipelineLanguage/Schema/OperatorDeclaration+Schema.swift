import Values

extension OperatorDeclaration {
  /// The name of its definition in `PipelineSchema`.
  var definition: String { "operator.\(name)" }

  /// What may stand behind the operator's key, with the operator's page for an editor to show.
  var schema: JSONValue {
    var schema: JSONObject = ["description": .string(page)]
    // An operator that needs nothing may stand as a key with nothing behind it.
    let taken = takesNothing ? forms + [["type": "null"]] : forms
    if taken.count == 1, case .object(let only) = taken[0] {
      for (key, value) in only { schema[key] = value }
      schema["description"] = .string(page)
    } else if taken.count == 1 {
      return .object(schema)
    } else {
      schema["anyOf"] = .array(taken)
    }
    return .object(schema)
  }

  /// In the order in which an editor should offer them.
  private var forms: [JSONValue] {
    if parameters.isEmpty { return [] }
    switch shorthand {
    case .none: return [longForm]
    case .always(let name): return [shortForm(name)]
    case .unlessMapping(let name):
      return [["allOf": [shortForm(name)], "not": ["type": "object"]], longForm]
    case .unlessKeyed(let name):
      // A mapping with the key is the long form; any other is a step, or a map of inputs.
      return [["allOf": [shortForm(name)], "not": ["type": "object", "required": [.string(name)]]], longForm]
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
