import Values

/// A part of an expression that is evaluated here, without libjq, exactly as jq would but with every digit kept.
///
/// What jq's versions disagree on is not evaluated here: see `PlainFailure.needsLibrary`.
protocol PlainOperation: Sendable {
  /// Calls `emit` with each output, in order.
  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure)
}

/// A part with exactly one output, unless it fails.
protocol SinglePlainOperation: PlainOperation {
  func one(_ dot: JSONValue, _ context: PlainContext) throws(PlainFailure) -> JSONValue
}

extension SinglePlainOperation {
  func each(
    _ dot: JSONValue, _ context: PlainContext, _ emit: (JSONValue) throws(PlainFailure) -> Void
  ) throws(PlainFailure) {
    try emit(try one(dot, context))
  }
}

enum PlainFailure: Error {
  /// An error as jq raises it: `try` and `?` can catch it.
  case raised(JSONValue)
  /// What nothing can catch: a limit, a digit that would be lost, a variable that is not there.
  case fatal(ExpressionError)
  /// The operation meets a value for which jq's versions differ, or an error that libjq words.
  case needsLibrary

  static func raised(_ message: String) -> Self { .raised(.string(message)) }
}

/// What one evaluation works with. It stays on one thread.
final class PlainContext {
  let scope: ExpressionScope
  /// The values of the names that the expression itself binds, by slot.
  var locals: [JSONValue]
  private var budget: EvaluationBudget

  init(_ scope: ExpressionScope, locals: Int, _ limits: EvaluationLimits) {
    self.scope = scope
    self.locals = locals == 0 ? [] : Array(repeating: .null, count: locals)
    budget = EvaluationBudget(limits)
  }

  /// To be called once for each round of a loop.
  @inline(__always)
  func step() throws(PlainFailure) {
    if let error = budget.step() { throw .fatal(error) }
  }
}
