import PipelineLanguage
import RunEvents
import Streams
import Values

extension ReplaceErrorStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.catch { error in
      let error = site.stepError(error)
      if error.isSkip { return fail(error) }
      return just(site.scope(of: error, from: seed)).tryMap { scope in
        scope.with(try site.evaluator.value(of: value, at: scope.with(plain: .null), ["error": scope.traced]))
      }.tellingRecovery(from: error, at: site)
    }.renumbered()
  }
}
