import PipelineLanguage
import Streams
import Values

extension ReplaceEmptyStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.map { $0 as RunValue? }.replaceEmpty(with: nil).tryMap { value in
      if let value { return value }
      var start = seed.with(plain: .null)
      start.index = 0
      return start.with(try site.evaluator.value(of: self.value, at: start))
    }
  }
}
