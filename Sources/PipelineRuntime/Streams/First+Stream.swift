import PipelineLanguage
import Streams

extension FirstStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    let first = predicate.map { predicate in
      upstream.first { value in try site.evaluator.isTrue(predicate, at: value) }
    }
    return (first ?? upstream.first()).renumbered()
  }
}
