import PipelineLanguage
import Streams

extension FilterStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.filter { value in try site.evaluator.isTrue(predicate, at: value) }.renumbered()
  }
}
