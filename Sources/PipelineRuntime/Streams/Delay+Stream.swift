import PipelineLanguage
import Streams

extension DelayStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.delay(for: time)
  }
}
