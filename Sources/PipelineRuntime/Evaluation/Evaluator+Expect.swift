import PipelineLanguage
import RunEvents
import Values

extension Evaluator {
  /// Fails unless the check's expression gives `true`. The failure shows the source line and the value of each side of a
  /// comparison.
  func expect(_ check: Check, at value: RunValue) throws(StepError) {
    var trace = SecretTrace(value.traced)
    let outcome: CheckOutcome
    do throws(EvaluationError) {
      outcome = try check.outcome(value.value) { trace.read(variable($0, value, [:])) }
    } catch {
      let error = trace.masking(error) { () throws(EvaluationError) in _ = try again(check, trace, at: value) }
      throw failure(error, at: value)
    }
    guard case .fails(let claim, var details) = outcome else { return }
    if trace.readsSecret {
      var twins: [String]?
      if case .fails(claim, let others)? = try? again(check, trace, at: value), others.count == details.count {
        twins = others
      }
      details = details.enumerated().map { place, line in
        // Where it came out differently, only the names of what was compared can be shown.
        twins.map { line.maskingDifferences(from: $0[place]) } ?? line.maskingValue
      }
    }
    let own = try check.message.map { template throws(StepError) in try text(of: template, at: value) }
    var lines = own == nil ? [] : ["expected \(claim)"]
    lines += details
    throw site.failure(.expect, own ?? "expected \(claim)", details: lines, at: value)
  }

  private func again(
    _ check: Check, _ trace: SecretTrace, at value: RunValue
  ) throws(EvaluationError) -> CheckOutcome {
    try check.outcome(trace.dotTwin) { variable($0, value, [:])?.other }
  }
}

extension String {
  /// `.token is "abc"` as `.token is ***`.
  fileprivate var maskingValue: String {
    guard let verb = firstRange(of: " is ") else { return SecretMask.replacement }
    return self[..<verb.upperBound] + SecretMask.replacement
  }
}
