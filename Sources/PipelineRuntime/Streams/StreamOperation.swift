import PipelineLanguage
import Streams

/// What a source does when it runs.
protocol SourceOperation: StepOperation {
  /// The values it emits; `seed` is what stands at the chain's start, with the names that are bound there.
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
}

/// What an operator does when it runs.
protocol TransformOperation: StepOperation {
  /// What becomes of the values of `upstream`; `seed` is what stands at the chain's start, with the names that hold where
  /// there is no value to bring others.
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
}
