import PipelineLanguage
import RunEvents
import Streams

extension FailStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    just(seed).tryMap { seed in throw site.failure(.custom, try site.evaluator.text(of: message, at: seed), at: seed) }
  }
}
