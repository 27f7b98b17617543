import PipelineLanguage
import Streams

extension RaceStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    inputs.streams(from: seed, at: site) { race($0) }.map { seed.with($0.traced) }.renumbered()
  }
}
