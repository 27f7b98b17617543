import PipelineLanguage
import Streams
import Values

extension CountStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    // The names are those of the last value.
    upstream.reduce((count: 0, last: seed)) { ($0.count + 1, $1) }.map { found in
      var value = found.last.with(plain: .number(JSONNumber(found.count)))
      value.index = 0
      return value
    }
  }
}
