import PipelineLanguage
import Streams

extension PrefixStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.prefix(count)
  }
}
