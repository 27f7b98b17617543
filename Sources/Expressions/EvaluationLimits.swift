/// How long and how large an evaluation may become.
package struct EvaluationLimits: Sendable {
  package var time: Duration
  /// By how many bytes the process may grow meanwhile.
  package var memory: Int

  package init(time: Duration = .seconds(10), memory: Int = 1 << 30) {
    self.time = time
    self.memory = memory
  }

  func violation(since start: ProcessUsage, now: ProcessUsage) -> ExpressionError? {
    if now.instant - start.instant > time { return timeError }
    if now.residentBytes - start.residentBytes > memory { return memoryError }
    return nil
  }

  var timeError: ExpressionError {
    ExpressionError(.limit, "the expression ran for more than \(time.components.seconds) s and was stopped")
  }

  var memoryError: ExpressionError {
    ExpressionError(.limit, "the expression used more than \(memory >> 20) MiB and was stopped")
  }
}
