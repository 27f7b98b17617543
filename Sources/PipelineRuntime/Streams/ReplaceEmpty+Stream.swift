import PipelineLanguage
import Streams
import Values

extension ReplaceEmptyStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.map { $0 as RunValue? }.replaceEmpty(with: nil).tryMap { value in
      if let value { return value }
      let seed = RunValue(.null)
      return seed.with(try site.evaluator.value(of: self.value, at: seed))
    }
  }
}
