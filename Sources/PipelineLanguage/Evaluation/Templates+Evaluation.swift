package import Values

extension TextTemplate {
  /// The text, its templates filled in.
  package func text(_ dot: JSONValue, _ variables: VariableLookup) throws(EvaluationError) -> String {
    if let constant { return constant }
    var text = ""
    for part in parts {
      switch part {
      case .literal(let literal): text += literal
      case .formula(let formula): text += try formula.text(dot, variables)
      }
    }
    return text
  }

  /// The value: of any type where the text is one template and nothing else, else a string.
  package func value(_ dot: JSONValue, _ variables: VariableLookup) throws(EvaluationError) -> JSONValue {
    if let single { return try single.value(dot, variables) }
    return .string(try text(dot, variables))
  }
}

extension ValueTemplate {
  /// The value, its templates filled in.
  package func value(_ dot: JSONValue, _ variables: VariableLookup) throws(EvaluationError) -> JSONValue {
    switch self {
    case .constant(let value): return value
    case .text(let template): return try template.value(dot, variables)
    case .array(let elements):
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for element in elements { values.append(try element.value(dot, variables)) }
      return .array(values)
    case .object(let members):
      var object = JSONObject()
      for member in members { object[member.key] = try member.value.value(dot, variables) }
      return .object(object)
    }
  }

  /// What a header, a query parameter or a form field is sent as: nothing for null, one text for each element of a list.
  package func fieldTexts(_ dot: JSONValue, _ variables: VariableLookup) throws(EvaluationError) -> [String] {
    switch try value(dot, variables) {
    case .null: []
    case .string(let text): [text]
    case .array(let elements): elements.filter { !$0.isNull }.map { $0.stringValue ?? $0.text() }
    case let value: [value.text()]
    }
  }
}
