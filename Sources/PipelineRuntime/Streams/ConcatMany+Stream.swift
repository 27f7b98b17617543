import PipelineLanguage
import Streams

extension ConcatManyStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    inputs.streams(from: seed, at: site) { concatMany($0) }.map { seed.with($0.traced) }.renumbered()
  }
}
