import PipelineLanguage
import Streams

extension MapStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    switch transformation {
    case .value(let template):
      return upstream.tryMap { value in value.with(try site.evaluator.value(of: template, at: value)) }
    case .formula(let formula):
      let mapped = upstream.mapMany { value in
        try site.evaluator.values(of: formula, at: value).map { value.with($0) }
      }
      return formula.mayEmitSeveral ? mapped.renumbered() : mapped
    }
  }
}
