import PipelineLanguage
import Streams
import Values

extension ReduceStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.reduce(RunValue?.none) { result, value in
      let sofar = try result?.traced ?? site.evaluator.value(of: start, at: value)
      return value.with(try site.evaluator.single(with, at: value, ["acc": sofar]))
    }.tryMap { result in
      var result = try result ?? seed.with(site.evaluator.value(of: start, at: seed.with(plain: .null)))
      result.index = 0
      return result
    }
  }
}
