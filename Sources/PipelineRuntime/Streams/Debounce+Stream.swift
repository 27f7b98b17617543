import PipelineLanguage
import Streams

extension DebounceStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.debounce(for: time).renumbered()
  }
}
