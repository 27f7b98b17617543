import Expressions
import Synchronization

/// The expressions of all files that are read together, so that one compilation serves them all.
///
/// Expressions are added while files are read; the first `check()` or evaluation makes the program of what is there by
/// then. Usable from any thread.
package final class ExpressionPool: Sendable {
  private let state = Mutex(State())

  private struct State {
    var formulas: [Formula] = []
    var expressions: [Expression] = []
    var program: ExpressionProgram?
  }

  package init() {}

  func add(_ formula: Formula) {
    state.withLock { state in
      state.formulas.append(formula)
      state.expressions.append(formula.expression)
    }
  }

  /// A part of an expression that is evaluated by itself.
  func add(_ expression: Expression) { state.withLock { $0.expressions.append(expression) } }

  /// The program of all expressions.
  var program: ExpressionProgram {
    state.withLock { state in
      if let program = state.program { return program }
      let program = ExpressionProgram(state.expressions)
      state.program = program
      return program
    }
  }

  /// What libjq finds wrong with the expressions, each mistake at every place where the expression stands. Compiles them.
  func faults() -> [(formula: Formula, error: ExpressionError)] {
    let faults = program.check()
    if faults.isEmpty { return [] }
    let uses = Dictionary(grouping: state.withLock(\.formulas), by: \.text)
    return faults.flatMap { expression, error in (uses[expression.text] ?? []).map { ($0, error) } }
  }
}
