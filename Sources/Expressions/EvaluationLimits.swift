/// How long and how large an evaluation may become.
struct EvaluationLimits: Sendable {
  var time: Duration = .seconds(10)
  /// By how many bytes the process may grow meanwhile.
  var memory = 1 << 30

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
