import CJQ
import Dispatch
import Synchronization
import Values

/// The expressions of a run that need libjq, compiled as one program, and the interpreters that run it.
///
/// Compiling happens once, on a thread of its own, when it is first needed or asked for. Every interpreter serves one caller
/// at a time; who finds all busy for a while gets a further one, so that a slow expression does not hold up all others.
final class LibraryProgram: Sendable {
  private let expressions: [LibraryExpression]
  private let limits: EvaluationLimits

  private struct State {
    var isStarted = false
    /// The program without the expressions that libjq refuses.
    var source = ""
    var errors: [Int: ExpressionError] = [:]
    var choices: [[Bool]] = []
    var free: [LibraryInterpreter] = []
    var waiting = 0
    var interpreters = 0
    var abandoned = 0
    /// Why there is no interpreter, if there can be none.
    var failure: ExpressionError?
  }

  private let state = Mutex(State())
  private let compiled = DispatchSemaphore(value: 0)
  private let available = DispatchSemaphore(value: 0)

  private static let maximumInterpreters = 4
  private static let maximumAbandoned = 8

  init(_ expressions: [LibraryExpression], _ limits: EvaluationLimits) {
    self.expressions = expressions
    self.limits = limits
  }

  // MARK: Compiling

  /// Begins to compile, if that has not begun, and returns at once.
  func start() {
    let isFirst = state.withLock { state in
      defer { state.isStarted = true }
      return !state.isStarted
    }
    guard isFirst else { return }
    guard let thread = LargeStackThread() else {
      state.withLock { $0.failure = ExpressionError(.limit, "the system has no thread left for libjq") }
      compiled.signal()
      return
    }
    thread.perform { [self] in
      compile()
      compiled.signal()
    }
  }

  /// What libjq finds wrong, by the number of the expression. Waits until it is compiled.
  func errors() -> [Int: ExpressionError] {
    waitUntilCompiled()
    return state.withLock { $0.errors }
  }

  private func waitUntilCompiled() {
    start()
    compiled.wait()
    compiled.signal()
  }

  private func compile() {
    var errors: [Int: ExpressionError] = [:]
    for (number, expression) in expressions.enumerated() {
      if let error = LibraryMessages.versionError(of: expression) { errors[number] = error }
    }
    // Each round leaves out what libjq names; when it names nothing that is left, each is tried alone.
    while true {
      let numbers = expressions.indices.filter { errors[$0] == nil }
      let source = source(leavingOut: errors)
      do {
        let interpreter = try LibraryInterpreter(source.text)
        state.withLock { state in
          state.source = source.text
          state.choices = source.choices
          state.errors = errors
          state.free = [interpreter]
          state.interpreters = 1
        }
        return
      } catch {
        var found: [Int: ExpressionError] = [:]
        for message in error.messages {
          guard let number = source.expression(of: message), errors[number] == nil, found[number] == nil else {
            continue
          }
          found[number] = LibraryMessages.error(message, in: expressions[number])
        }
        if found.isEmpty { found = errorsOfEach(numbers) }
        if found.isEmpty {
          let text = error.messages.first.map(LibraryMessages.shortened) ?? "it gave no reason"
          state.withLock { $0.failure = ExpressionError(.invalid, "libjq does not take the expressions: \(text)") }
          return
        }
        errors.merge(found) { first, _ in first }
      }
    }
  }

  /// The numbers stay as they are: what is left out becomes `empty`.
  private func source(leavingOut errors: [Int: ExpressionError]) -> LibrarySource {
    LibrarySource(
      expressions.enumerated().map { errors[$0.offset] == nil ? $0.element : $0.element.replaced(by: "empty") })
  }

  private func errorsOfEach(_ numbers: [Int]) -> [Int: ExpressionError] {
    var errors: [Int: ExpressionError] = [:]
    for number in numbers {
      do {
        _ = try LibraryInterpreter(LibrarySource([expressions[number]]).text)
      } catch {
        errors[number] = LibraryMessages.error(error.messages.first ?? "", in: expressions[number])
      }
    }
    return errors
  }

  // MARK: Evaluating

  func evaluate(_ number: Int, _ dot: JSONValue, _ scope: ExpressionScope) throws(ExpressionError) -> [JSONValue] {
    waitUntilCompiled()
    let choices = try state.withLock { state throws(ExpressionError) in
      if let error = state.failure ?? state.errors[number] { throw error }
      return state.choices[number]
    }
    let expression = expressions[number]
    let input = try input(choices, expression, dot, scope)
    let interpreter = try borrow()
    guard expression.needsThread else {
      defer { giveBack(interpreter) }
      return try run(interpreter, expression, input)
    }
    return try runOnThread(interpreter, expression, input)
  }

  private func input(_ choices: [Bool], _ expression: LibraryExpression, _ dot: JSONValue, _ scope: ExpressionScope)
    throws(ExpressionError) -> JSONValue
  {
    var input = [dot]
    for choice in choices { input.append(.bool(choice)) }
    for (name, fields) in zip(expression.variables, expression.fields) {
      guard let value = scope[name] else { throw ExpressionError(.failed, "'$\(name)' has no value here") }
      if let fields, case .object(let object) = value {
        // What the expression cannot reach need not be carried over, nor can its digits matter.
        var used = JSONObject()
        for field in fields where object.contains(field) { used[field] = object[field] }
        input.append(.object(used))
      } else {
        input.append(value)
      }
    }
    return .array(input)
  }

  private func run(_ interpreter: LibraryInterpreter, _ expression: LibraryExpression, _ input: JSONValue)
    throws(ExpressionError) -> [JSONValue]
  {
    var values = LibraryValues(keepsDigits: expression.keepsDigits)
    return try interpreter.run(try values.library(input), values, limits)
  }

  private func runOnThread(_ interpreter: LibraryInterpreter, _ expression: LibraryExpression, _ input: JSONValue)
    throws(ExpressionError) -> [JSONValue]
  {
    guard let thread = interpreter.thread() else {
      giveBack(interpreter)
      throw ExpressionError(.limit, "the system has no thread left for libjq")
    }
    let outcome = Outcome()
    thread.perform { [self] in
      let result = Result { () throws(ExpressionError) in try self.run(interpreter, expression, input) }
      outcome.result.withLock { $0 = result }
      outcome.done.signal()
    }
    // The watch stops it at the limit; what does not stop then is inside one call of libjq and is given up.
    let seconds = Double(limits.time.components.seconds) + Double(limits.time.components.attoseconds) / 1e18 + 2
    guard outcome.done.wait(timeout: .now() + seconds) == .success, let result = outcome.result.withLock({ $0 }) else {
      abandon()
      throw limits.timeError
    }
    giveBack(interpreter)
    return try result.get()
  }

  private final class Outcome: Sendable {
    let result = Mutex<Result<[JSONValue], ExpressionError>?>(nil)
    let done = DispatchSemaphore(value: 0)
  }

  // MARK: Interpreters

  private func borrow() throws(ExpressionError) -> LibraryInterpreter {
    while true {
      waitForFree()
      let (free, source) = try state.withLock { state throws(ExpressionError) -> (LibraryInterpreter?, String?) in
        if let free = state.free.popLast() { return (free, nil) }
        if state.abandoned >= Self.maximumAbandoned {
          throw ExpressionError(.limit, "too many expressions ran without end; no further one is evaluated")
        }
        guard state.interpreters < Self.maximumInterpreters else { return (nil, nil) }
        state.interpreters += 1
        return (nil, state.source)
      }
      if let free { return free }
      // Somebody else was quicker, or all are busy: once more.
      guard let source else { continue }
      do {
        return try LibraryInterpreter(source)
      } catch {
        state.withLock { $0.interpreters -= 1 }
        throw ExpressionError(.limit, "libjq could not be started once more")
      }
    }
  }

  /// Returns when an interpreter is free, but after 30 ms in any case.
  private func waitForFree() {
    let mustWait = state.withLock { state -> Bool in
      guard state.free.isEmpty else { return false }
      state.waiting += 1
      return true
    }
    guard mustWait else { return }
    _ = available.wait(timeout: .now() + .milliseconds(30))
    state.withLock { $0.waiting -= 1 }
  }

  private func giveBack(_ interpreter: LibraryInterpreter) {
    guard !interpreter.isBroken else { return abandon() }
    let isAwaited = state.withLock { state in
      state.free.append(interpreter)
      return state.waiting > 0
    }
    if isAwaited { available.signal() }
  }

  private func abandon() {
    state.withLock { state in
      state.interpreters -= 1
      state.abandoned += 1
    }
  }
}
