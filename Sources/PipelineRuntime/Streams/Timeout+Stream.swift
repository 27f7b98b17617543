import PipelineLanguage
import RunEvents
import Streams

extension TimeoutStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.timeout(limit).mapError { error in
      guard error is TimeoutError else { return error }
      return site.failure(.timeout, "no value within \(limit.text)")
    }
  }
}
