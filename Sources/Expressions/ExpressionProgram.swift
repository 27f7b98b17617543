import Synchronization
package import Values

/// The expressions of a run, ready to be evaluated.
///
/// Plain expressions are evaluated at once, on the caller's thread. All others are one program in libjq, compiled when the
/// first of them is evaluated, or earlier and elsewhere after `prepare()`. Everything may be called from any thread.
package final class ExpressionProgram: Sendable {
  private let numbers: [String: Int]
  private let listed: [Expression]
  private let library: LibraryProgram
  private let limits: EvaluationLimits
  /// Programs of their own for expressions that are not in the list, and for plain ones whose case needs libjq.
  private let others = Mutex<[String: LibraryProgram]>([:])

  /// - Parameter expressions: all that will be evaluated; an expression outside of it costs a program of its own.
  package convenience init(_ expressions: [Expression]) {
    self.init(expressions, limits: EvaluationLimits())
  }

  init(_ expressions: [Expression], limits: EvaluationLimits) {
    var numbers: [String: Int] = [:]
    var listed: [Expression] = []
    for expression in expressions where !expression.isPlain && numbers[expression.text] == nil {
      numbers[expression.text] = listed.count
      listed.append(expression)
    }
    self.numbers = numbers
    self.listed = listed
    self.limits = limits
    library = LibraryProgram(listed.map(\.details.library), limits)
  }

  /// Whether any expression needs libjq.
  package var needsLibrary: Bool { !listed.isEmpty }

  /// Begins to compile on another thread, if anything needs compiling, and returns at once.
  package func prepare() {
    if needsLibrary { library.start() }
  }

  /// What the installed libjq finds wrong with the expressions, in their order. Compiles, and waits for it.
  package func check() -> [(expression: Expression, error: ExpressionError)] {
    guard needsLibrary else { return [] }
    return library.errors().sorted { $0.key < $1.key }.map { (listed[$0.key], $0.value) }
  }

  /// All outputs of an expression for one value.
  ///
  /// - Throws: what the expression raised, a number that would lose digits, or a limit: 10 s, 1 GiB.
  package func evaluate(_ expression: Expression, _ dot: JSONValue, in scope: ExpressionScope = ExpressionScope())
    throws(ExpressionError) -> [JSONValue]
  {
    do throws(ExpressionError) {
      return try outputs(of: expression, dot, scope)
    } catch {
      var error = error
      if error.value == nil { error.value = ExpressionError.shortened(dot) }
      throw error
    }
  }

  /// The output of an expression that must have exactly one.
  package func value(of expression: Expression, _ dot: JSONValue, in scope: ExpressionScope = ExpressionScope())
    throws(ExpressionError) -> JSONValue
  {
    let outputs = try evaluate(expression, dot, in: scope)
    guard outputs.count == 1 else { throw .wrongCount(outputs.count, of: expression, dot) }
    return outputs[0]
  }

  private func outputs(of expression: Expression, _ dot: JSONValue, _ scope: ExpressionScope) throws(ExpressionError)
    -> [JSONValue]
  {
    if let plain = expression.details.plain {
      do throws(PlainFailure) {
        let context = PlainContext(scope, locals: plain.locals, limits)
        if let single = plain.single { return [try single.one(dot, context)] }
        var outputs: [JSONValue] = []
        try plain.operation.each(dot, context) { value throws(PlainFailure) in
          try context.step()
          outputs.append(value)
        }
        return outputs
      } catch {
        switch error {
        case .raised(let payload): throw ExpressionError(.failed, payload.asText, payload: payload)
        case .fatal(let error): throw error
        case .needsLibrary: break
        }
      }
    }
    if let number = numbers[expression.text] { return try library.evaluate(number, dot, scope) }
    let program = others.withLock { others in
      if let program = others[expression.text] { return program }
      let program = LibraryProgram([expression.details.library], limits)
      others[expression.text] = program
      return program
    }
    return try program.evaluate(0, dot, scope)
  }
}

extension ExpressionError {
  static func wrongCount(_ count: Int, of expression: Expression, _ dot: JSONValue) -> Self {
    let message =
      count == 0 ? "'\(expression.text)' gave no value" : "'\(expression.text)' gave \(count) values instead of one"
    let hint = count == 0 ? "write '// \"\"' or another value after it" : "write '[…]' round it for a list"
    return ExpressionError(.failed, message, hint: hint, value: shortened(dot))
  }
}
