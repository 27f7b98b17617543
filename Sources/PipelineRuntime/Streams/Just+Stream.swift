import PipelineLanguage
import Streams

extension JustStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    just(seed).tryMap { seed in seed.with(try site.evaluator.value(of: value, at: seed)) }
  }
}
