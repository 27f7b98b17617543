import PipelineLanguage
import Streams
import Values

extension CompactMapStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.mapMany { value in
      try site.evaluator.values(of: transform, at: value).filter { !$0.value.isNull }.map { value.with($0) }
    }.renumbered()
  }
}
