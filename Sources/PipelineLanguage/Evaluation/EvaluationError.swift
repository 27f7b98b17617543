import Expressions

/// An expression or template that gave no usable value.
package struct EvaluationError: Error, Sendable {
  /// In the user's words; names the expression.
  package let message: String
  package let formula: Formula
  package let hint: String?
  /// The value it failed on, shortened.
  package let value: String?
  /// It took too long, or too much memory.
  package var isLimit = false

  init(_ message: String, _ formula: Formula, hint: String? = nil, value: String? = nil) {
    self.message = message
    self.formula = formula
    self.hint = hint
    self.value = value
  }

  init(_ error: ExpressionError, in formula: Formula) {
    let names = error.message.contains(formula.text)
    self.init(
      names ? error.message : "\(formula.text): \(error.message)", formula, hint: error.hint, value: error.value)
    isLimit = error.kind == .limit
  }

  /// The same error in other words.
  package func with(message: String, hint: String? = nil) -> EvaluationError {
    EvaluationError(message, formula, hint: hint ?? self.hint, value: value)
  }
}
