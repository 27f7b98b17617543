import PipelineLanguage
import Streams

extension ScanStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.scan(RunValue?.none) { result, value in
      let sofar = try result?.traced ?? site.evaluator.value(of: start, at: value)
      return value.with(try site.evaluator.single(with, at: value, ["acc": sofar]))
    }.compactMap { $0 }
  }
}
