import PipelineLanguage
import Streams

extension ZipManyStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    inputs.joined(from: seed, at: site) { zipMany($0, delayErrors: delaysErrors) }
  }
}
