package import Values

/// `$inputs`, `$env` and `$run`.
package struct RunVariables: Sendable {
  package var inputs: JSONObject
  package var environment: JSONObject
  /// `{ id, startedAt, file, case }`.
  package var run: JSONObject

  package init(inputs: JSONObject, environment: JSONObject, run: JSONObject) {
    self.inputs = inputs
    self.environment = environment
    self.run = run
  }

  func value(of name: String) -> JSONValue? {
    switch name {
    case "inputs": .object(inputs)
    case "env": .object(environment)
    case "run": .object(run)
    default: nil
    }
  }
}
