import PipelineLanguage
import Streams
import Values

extension IntervalStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    interval(period).map { tick in
      var value = seed.with(plain: .number(JSONNumber(tick)))
      value.index = tick
      return value
    }
  }
}
