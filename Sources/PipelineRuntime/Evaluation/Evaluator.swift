import PipelineLanguage
import RunEvents
import Values

/// Evaluates a step's expressions in the scope that it has in a run. What goes wrong is a failure of that step.
struct Evaluator {
  let site: StepSite

  func values(of formula: Formula, at value: RunValue, _ extra: [String: JSONValue] = [:]) throws(StepError)
    -> [JSONValue]
  {
    try told(at: value) { () throws(EvaluationError) in try formula.values(value.value) { lookup($0, value, extra) } }
  }

  func single(_ formula: Formula, at value: RunValue, _ extra: [String: JSONValue] = [:]) throws(StepError) -> JSONValue
  {
    try told(at: value) { () throws(EvaluationError) in try formula.value(value.value) { lookup($0, value, extra) } }
  }

  func isTrue(_ formula: Formula, at value: RunValue, _ extra: [String: JSONValue] = [:]) throws(StepError) -> Bool {
    try told(at: value) { () throws(EvaluationError) in try formula.isTrue(value.value) { lookup($0, value, extra) } }
  }

  func text(of formula: Formula, at value: RunValue) throws(StepError) -> String {
    try told(at: value) { () throws(EvaluationError) in try formula.text(value.value) { lookup($0, value, [:]) } }
  }

  func text(of template: TextTemplate, at value: RunValue, _ extra: [String: JSONValue] = [:]) throws(StepError)
    -> String
  {
    try told(at: value) { () throws(EvaluationError) in try template.text(value.value) { lookup($0, value, extra) } }
  }

  func value(of template: ValueTemplate, at value: RunValue, _ extra: [String: JSONValue] = [:]) throws(StepError)
    -> JSONValue
  {
    try told(at: value) { () throws(EvaluationError) in try template.value(value.value) { lookup($0, value, extra) } }
  }

  func list(_ list: ListSource, at value: RunValue) throws(StepError) -> [JSONValue] {
    switch list {
    case .values(let templates):
      var values: [JSONValue] = []
      for template in templates { values.append(try self.value(of: template, at: value)) }
      return values
    case .formula(let formula):
      let result = try single(formula, at: value)
      guard case .array(let elements) = result else {
        throw site.failure(.expression, "\(formula.text) gives \(article(result.kindName)), not a list", at: value)
      }
      return elements
    }
  }

  func fields(_ fields: [NamedTemplate], at value: RunValue) throws(StepError) -> [(name: String, values: [String])] {
    var found: [(name: String, values: [String])] = []
    for field in fields {
      let texts = try told(at: value) { () throws(EvaluationError) in
        try field.value.fieldTexts(value.value) { lookup($0, value, [:]) }
      }
      found.append((field.name, texts))
    }
    return found
  }

  // MARK: - Scope

  func lookup(_ name: String, _ value: RunValue, _ extra: [String: JSONValue]) -> JSONValue? {
    if let found = extra[name] ?? Binding.value(of: name, in: value.bindings) { return found }
    switch name {
    case "response": return value.response.map { .object($0.object) } ?? .null
    case "index": return .number(JSONNumber(value.index))
    default: return site.run.variable(name)
    }
  }

  /// - Parameter value: where it is evaluated, for the names that one who handles the failure may use.
  func told<Result>(
    at value: RunValue, _ body: () throws(EvaluationError) -> Result
  ) throws(StepError) -> Result {
    do {
      return try body()
    } catch {
      throw site.failure(
        .expression, error.message, details: [error.value.map { "the value was \($0)" }, error.hint].compactMap { $0 },
        at: value)
    }
  }
}

/// `an array`, `a string`, `null`.
func article(_ kind: String) -> String {
  switch kind {
  case "array", "object": "an " + kind
  case "null": kind
  default: "a " + kind
  }
}
