import PipelineLanguage
import RunEvents
import Streams

extension ExpectStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      for check in checks { try site.evaluator.expect(check, at: value) }
      site.run.events.append(.checkPassed(node: site.node, step: site.step))
      return value
    }
  }
}
