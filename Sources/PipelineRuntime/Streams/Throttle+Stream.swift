import PipelineLanguage
import Streams

extension ThrottleStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.throttle(for: time, latest: latest).renumbered()
  }
}
