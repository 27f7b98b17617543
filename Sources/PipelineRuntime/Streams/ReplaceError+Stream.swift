import PipelineLanguage
import RunEvents
import Streams
import Values

extension ReplaceErrorStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.catch { error in
      let error = site.stepError(error)
      return just(RunValue(.null)).tryMap { seed in
        let value = try site.evaluator.value(of: value, at: seed, ["error": site.errorObject(error)])
        site.run.events.append(.recovered(node: site.node, step: site.step, error.failure))
        return seed.with(value)
      }
    }
  }
}
