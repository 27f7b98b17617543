/// Bounds the time and memory of an evaluation that runs in Swift code.
struct EvaluationBudget {
  let limits: EvaluationLimits
  private var steps: UInt32 = 0
  private var start: ProcessUsage?

  init(_ limits: EvaluationLimits) { self.limits = limits }

  /// Counts one round of a loop; looks at the clock and the memory now and then.
  @inline(__always)
  mutating func step() -> ExpressionError? {
    steps &+= 1
    return steps & 0x3FFF == 0 ? look() : nil
  }

  private mutating func look() -> ExpressionError? {
    let now = ProcessUsage.now()
    guard let start else {
      self.start = now
      return nil
    }
    return limits.violation(since: start, now: now)
  }
}
