import PipelineLanguage
import Streams

extension EmptyStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> { empty() }
}
