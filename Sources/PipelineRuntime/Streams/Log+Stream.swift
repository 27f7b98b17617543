import PipelineLanguage
import RunEvents
import Streams

extension LogStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryMap { value in
      site.run.events.append(.message(node: site.node, .log, try site.evaluator.text(of: text, at: value)))
      return value
    }
  }
}
