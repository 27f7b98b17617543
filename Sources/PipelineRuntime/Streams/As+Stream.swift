import PipelineLanguage
import Streams

extension AsStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.map { $0.binding(bindingName, to: $0.traced) }
  }
}
