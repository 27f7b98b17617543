import PipelineLanguage
import RunEvents
import Streams

extension ExpectStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      try expect(at: value, site)
      site.run.events.append(.checkPassed(node: site.node, step: site.step))
      return value
    }
  }

  /// Each check is a claim of its own: the failure tells of all that do not hold.
  private func expect(at value: RunValue, _ site: StepSite) throws(StepError) {
    var failed: StepError?
    for check in checks {
      do throws(StepError) {
        try site.evaluator.expect(check, at: value)
      } catch {
        if failed == nil {
          failed = error
        } else {
          failed?.failure.details += ["and " + error.failure.message] + error.failure.details
        }
      }
    }
    if let failed { throw failed }
  }
}
