import RunEvents
package import Values

/// `$inputs`, `$env` and `$run`.
package struct RunVariables: Sendable {
  package var inputs: JSONObject
  package var environment: JSONObject
  /// `{ id, startedAt, file, case }`.
  package var run: JSONObject
  /// The first two, and the run, as they would be if the secrets were others; none of them where there is no secret.
  private var twins: [String: JSONValue] = [:]

  package init(inputs: JSONObject, environment: JSONObject, run: JSONObject) {
    self.inputs = inputs
    self.environment = environment
    self.run = run
  }

  func value(of name: String) -> TracedValue? {
    switch name {
    case "inputs": TracedValue(.object(inputs), twin: twins[name])
    case "env": TracedValue(.object(environment), twin: twins[name])
    case "run": TracedValue(.object(run), twin: twins[name])
    default: nil
    }
  }

  /// The same, knowing what in them holds a secret that the run masks.
  func traced(by report: RunReport) -> RunVariables {
    guard report.hasSecrets else { return self }
    var traced = self
    let mask = report.mask
    for name in ["inputs", "env", "run"] {
      if let value = value(of: name)?.value { traced.twins[name] = mask.twin(of: value) }
    }
    return traced
  }
}
