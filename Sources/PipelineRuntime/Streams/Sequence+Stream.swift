import PipelineLanguage
import Streams
import Values

extension SequenceStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    just(seed).mapMany { seed in
      try site.evaluator.list(elements, at: seed).enumerated().map { index, value in
        var element = seed.with(value)
        element.index = index
        return element
      }
    }
  }
}
