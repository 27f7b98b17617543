import PipelineLanguage
import RunEvents
import Streams

extension CatchStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.catch { error in
      let error = site.stepError(error)
      site.run.events.append(.recovered(node: site.node, step: site.step, error.failure))
      let seed = RunValue(site.errorObject(error)).binding("error", to: site.errorObject(error))
      return site.run.stream(of: chain, in: site.node, from: seed)
    }
  }
}
