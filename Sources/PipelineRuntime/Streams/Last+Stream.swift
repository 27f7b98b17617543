import PipelineLanguage
import Streams

extension LastStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.last().renumbered()
  }
}
