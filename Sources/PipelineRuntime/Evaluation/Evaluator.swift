import PipelineLanguage
import RunEvents
import Values

/// Evaluates a step's expressions in the scope that it has in a run. What goes wrong is a failure of that step.
///
/// What an expression makes of a secret is masked before anybody has it: see `evaluated`.
struct Evaluator {
  let site: StepSite

  func values(of formula: Formula, at value: RunValue, _ extra: [String: TracedValue] = [:]) throws(StepError)
    -> [TracedValue]
  {
    try evaluated([formula], at: value, extra) { dot, lookup throws(EvaluationError) in
      try formula.values(dot, lookup)
    }
  }

  func single(_ formula: Formula, at value: RunValue, _ extra: [String: TracedValue] = [:]) throws(StepError)
    -> TracedValue
  {
    try one([formula], at: value, extra) { dot, lookup throws(EvaluationError) in [try formula.value(dot, lookup)] }
  }

  func isTrue(_ formula: Formula, at value: RunValue, _ extra: [String: TracedValue] = [:]) throws(StepError) -> Bool {
    let result = try one([formula], at: value, extra) { dot, lookup throws(EvaluationError) in
      [.bool(try formula.isTrue(dot, lookup))]
    }
    return result.value == .bool(true)
  }

  func text(of formula: Formula, at value: RunValue) throws(StepError) -> String {
    let result = try one([formula], at: value, [:]) { dot, lookup throws(EvaluationError) in
      [.string(try formula.text(dot, lookup))]
    }
    return result.value.stringValue ?? ""
  }

  func text(of template: TextTemplate, at value: RunValue, _ extra: [String: TracedValue] = [:]) throws(StepError)
    -> String
  {
    if let constant = template.constant { return constant }
    let result = try one(template.formulas, at: value, extra) { dot, lookup throws(EvaluationError) in
      [.string(try template.text(dot, lookup))]
    }
    return result.value.stringValue ?? ""
  }

  func value(of template: ValueTemplate, at value: RunValue, _ extra: [String: TracedValue] = [:]) throws(StepError)
    -> TracedValue
  {
    if let constant = template.constant { return TracedValue(constant) }
    return try one(template.formulas, at: value, extra) { dot, lookup throws(EvaluationError) in
      [try template.value(dot, lookup)]
    }
  }

  func list(_ list: ListSource, at value: RunValue) throws(StepError) -> [TracedValue] {
    switch list {
    case .values(let templates):
      var values: [TracedValue] = []
      for template in templates { values.append(try self.value(of: template, at: value)) }
      return values
    case .formula(let formula):
      let result = try single(formula, at: value)
      guard let elements = result.elements else {
        throw site.failure(
          .expression, "\(formula.text) gives \(article(result.value.kindName)), not a list", at: value)
      }
      return elements
    }
  }

  func fields(_ fields: [NamedTemplate], at value: RunValue) throws(StepError) -> [(name: String, values: [String])] {
    var found: [(name: String, values: [String])] = []
    for field in fields {
      let texts = try evaluated(field.value.formulas, at: value, [:]) { dot, lookup throws(EvaluationError) in
        try field.value.fieldTexts(dot, lookup).map(JSONValue.string)
      }
      found.append((field.name, texts.map { $0.value.stringValue ?? "" }))
    }
    return found
  }

  // MARK: - Scope

  func variable(_ name: String, _ value: RunValue, _ extra: [String: TracedValue]) -> TracedValue? {
    if let found = extra[name] ?? Binding.value(of: name, in: value.bindings) { return found }
    switch name {
    case "response": return value.response.map { site.run.events.traced(.object($0.object)) } ?? TracedValue(.null)
    case "index": return TracedValue(.number(JSONNumber(value.index)))
    default: return site.run.variable(name)
    }
  }

  // MARK: - Evaluation

  /// The same where there is one result.
  private func one(
    _ formulas: @autoclosure () -> [Formula], at value: RunValue, _ extra: [String: TracedValue],
    _ body: (JSONValue, VariableLookup) throws(EvaluationError) -> [JSONValue]
  ) throws(StepError) -> TracedValue {
    try evaluated(formulas(), at: value, extra, body)[0]
  }

  /// Evaluates, and where what is read is made of secrets once more with others in their places: what differs in the
  /// results is made of them too, and is hidden before anybody has it.
  private func evaluated(
    _ formulas: @autoclosure () -> [Formula], at value: RunValue, _ extra: [String: TracedValue],
    _ body: (JSONValue, VariableLookup) throws(EvaluationError) -> [JSONValue]
  ) throws(StepError) -> [TracedValue] {
    guard site.run.events.hasSecrets else {
      return try told(at: value) { () throws(EvaluationError) in
        try body(value.value) { variable($0, value, extra)?.value }
      }.map { TracedValue($0) }
    }
    var trace = SecretTrace(value.traced)
    let results: [JSONValue]
    do throws(EvaluationError) {
      results = try body(value.value) { trace.read(variable($0, value, extra)) }
    } catch {
      let error = trace.masking(error) { () throws(EvaluationError) in
        _ = try body(trace.dotTwin) { variable($0, value, extra)?.other }
      }
      throw failure(error, at: value)
    }
    guard trace.readsSecret else { return results.map { TracedValue($0) } }
    let twins = try? body(trace.dotTwin) { variable($0, value, extra)?.other }
    return trace.hiding(results, twins, of: formulas().map(\.text), from: site.run.events)
  }

  /// - Parameter value: where it is evaluated, for the names that one who handles the failure may use.
  func told<Result>(
    at value: RunValue, _ body: () throws(EvaluationError) -> Result
  ) throws(StepError) -> Result {
    do {
      return try body()
    } catch {
      throw failure(error, at: value)
    }
  }

  func failure(_ error: EvaluationError, at value: RunValue) -> StepError {
    site.failure(
      .expression, error.message, details: [error.value.map { "the value was \($0)" }, error.hint].compactMap { $0 },
      at: value)
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
