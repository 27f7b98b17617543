package import Values
import YAML

/// A number that the file gives, or that is computed once from the run's inputs.
package enum CountSource: Sendable {
  case constant(Int)
  case formula(Formula, least: Int)

  /// The number. `variables` has what is there from the run's start: `$inputs`, `$env` and `$run`.
  package func value(_ variables: (String) -> JSONValue?) throws(EvaluationError) -> Int {
    switch self {
    case .constant(let count): return count
    case .formula(let formula, let least):
      let value = try formula.value(.null, variables)
      guard let count = value.intValue, count >= least else {
        throw EvaluationError("\(formula.text) is \(value.text()), not a whole number from \(least)", formula)
      }
      return count
    }
  }
}

extension ParameterType where Value == CountSource {
  /// A whole number, or a template that gives one from the run's inputs.
  package static func computedCount(from least: Int) -> Self {
    let wanted = "a whole number from \(least)"
    let number = ParameterType<Int>.count(from: least).schema
    return ParameterType(wanted, schema: either([number, .loneTemplate])) { node, site in
      guard let text = node.plainText, text.hasPrefix("${") else {
        return ParameterType<Int>.count(from: least).read(node, site).map { .constant($0) }
      }
      // No value of a stream is there when the number is needed.
      guard let template = ParseSite(file: site.file).template(node) else { return nil }
      guard let formula = template.single else {
        site.report(.unexpectedValue(wanted: wanted, found: node), at: node)
        return nil
      }
      return .formula(formula, least: least)
    }
  }
}
