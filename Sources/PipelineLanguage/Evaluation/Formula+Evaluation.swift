import Expressions
package import Values

/// Gives the values of the variables an expression uses; asked only for those.
package typealias VariableLookup = (String) -> JSONValue?

extension Formula {
  /// Every output, in order.
  package func values(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> [JSONValue] {
    do throws(ExpressionError) {
      return try pool.program.evaluate(expression, dot, in: scope(variables))
    } catch {
      throw EvaluationError(error, in: self)
    }
  }

  /// The one output; none or several are an error.
  package func value(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> JSONValue {
    do throws(ExpressionError) {
      return try pool.program.value(of: expression, dot, in: scope(variables))
    } catch {
      throw EvaluationError(error, in: self)
    }
  }

  /// Whether the one output is anything but false and null, as jq's `if` has it.
  package func isTrue(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> Bool {
    switch try value(dot, variables) {
    case .null, .bool(false): false
    default: true
    }
  }

  /// Inside a longer text: strings as they are, all else as compact JSON; null is an error.
  package func text(_ dot: JSONValue, _ variables: (String) -> JSONValue?) throws(EvaluationError) -> String {
    switch try value(dot, variables) {
    case .string(let text): return text
    case .null:
      throw EvaluationError(
        "${ \(text) } is null", self, hint: "write ${ \(text) // \"\" } where nothing is fine")
    case let value: return value.text()
    }
  }

  private func scope(_ variables: (String) -> JSONValue?) -> ExpressionScope {
    var scope = ExpressionScope()
    for name in expression.variableNames { scope[name] = variables(name) ?? .null }
    return scope
  }
}
