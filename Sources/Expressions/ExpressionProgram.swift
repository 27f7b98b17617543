import Synchronization
package import Values

/// The expressions of a run, ready to be evaluated.
///
/// Plain expressions are evaluated at once, on the caller's thread. All others are one program in libjq, compiled when the
/// first of them is evaluated, or earlier and elsewhere after `prepare()`; very many are several, since libjq's programs
/// have a greatest size. Everything may be called from any thread.
package final class ExpressionProgram: Sendable {
  private let places: [String: Place]
  private let listed: [[Expression]]
  private let libraries: [LibraryProgram]
  private let limits: EvaluationLimits
  /// Programs of their own for expressions that are not in the list, and for plain ones whose case needs libjq.
  private let others = Mutex<[String: LibraryProgram]>([:])

  /// - Parameter expressions: all that will be evaluated; an expression outside of it costs a program of its own.
  package convenience init(_ expressions: [Expression]) {
    self.init(expressions, limits: EvaluationLimits())
  }

  package init(_ expressions: [Expression], limits: EvaluationLimits) {
    var places: [String: Place] = [:]
    var listed: [[Expression]] = []
    var size = 0
    for expression in expressions where !expression.isPlain && places[expression.text] == nil {
      let length = expression.text.utf8.count
      if listed.isEmpty || size + length > Self.greatestSize || listed[listed.count - 1].count == Self.greatestCount {
        listed.append([])
        size = 0
      }
      size += length
      places[expression.text] = Place(program: listed.count - 1, number: listed[listed.count - 1].count)
      listed[listed.count - 1].append(expression)
    }
    self.places = places
    self.listed = listed
    self.limits = limits
    libraries = listed.map { LibraryProgram($0.map(\.details.library), limits) }
  }

  /// Where a listed expression is.
  private struct Place {
    let program: Int
    let number: Int
  }

  /// libjq counts the code of a program in 16 bits: 65,535 units, of which a byte of text becomes four at most, but for
  /// what nobody writes. Beyond that it refuses the whole program.
  private static let greatestSize = 16 << 10
  private static let greatestCount = 512

  /// Whether any expression needs libjq.
  package var needsLibrary: Bool { !listed.isEmpty }

  /// Begins to compile on another thread, if anything needs compiling, and returns at once.
  package func prepare() {
    for library in libraries { library.start() }
  }

  /// What the installed libjq finds wrong with the expressions, in their order. Compiles, and waits for it.
  package func check() -> [(expression: Expression, error: ExpressionError)] {
    zip(listed, libraries).flatMap { expressions, library in
      library.errors().sorted { $0.key < $1.key }.map { (expressions[$0.key], $0.value) }
    }
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

  /// All outputs, where it takes no libjq to tell; else nil.
  package func plainOutputs(
    of expression: Expression, _ dot: JSONValue, in scope: ExpressionScope = ExpressionScope()
  ) throws(ExpressionError) -> [JSONValue]? {
    guard let plain = expression.details.plain else { return nil }
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
      case .needsLibrary: return nil
      }
    }
  }

  private func outputs(of expression: Expression, _ dot: JSONValue, _ scope: ExpressionScope) throws(ExpressionError)
    -> [JSONValue]
  {
    if let outputs = try plainOutputs(of: expression, dot, in: scope) { return outputs }
    if let place = places[expression.text] { return try libraries[place.program].evaluate(place.number, dot, scope) }
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
