import PipelineLanguage
import RunEvents
import Values

extension Evaluator {
  /// Fails unless the check's expression gives `true`. The failure shows the source line and the value of each side of a
  /// comparison.
  func expect(_ check: Check, at value: RunValue) throws(StepError) {
    let outcome = try told(at: value) { () throws(EvaluationError) in
      try check.outcome(value.value) { lookup($0, value, [:]) }
    }
    guard case .fails(let claim, let details) = outcome else { return }
    let own = try check.message.map { template throws(StepError) in try text(of: template, at: value) }
    var lines = own == nil ? [] : ["expected \(claim)"]
    lines += details
    throw site.failure(.expect, own ?? "expected \(claim)", details: lines, at: value)
  }
}
