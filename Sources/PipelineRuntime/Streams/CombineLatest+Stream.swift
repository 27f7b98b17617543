import PipelineLanguage
import Streams

extension CombineLatestStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    inputs.joined(from: seed, at: site) { combineLatest($0, delayErrors: delaysErrors) }
  }
}
