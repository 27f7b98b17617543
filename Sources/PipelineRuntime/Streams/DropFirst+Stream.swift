import PipelineLanguage
import Streams

extension DropFirstStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.dropFirst(count).renumbered()
  }
}
