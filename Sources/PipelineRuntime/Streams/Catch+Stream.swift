import PipelineLanguage
import RunEvents
import Streams

extension CatchStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.catch { error in
      let error = site.stepError(error)
      if error.isSkip { return fail(error) }
      let scope = site.scope(of: error, from: seed)
      let start = scope.binding("error", to: scope.traced)
      return site.run.stream(of: chain, in: site.node, from: start).mapError { own in
        var own = site.stepError(own).leaving(for: scope)
        own.failure.details.append("while handling: \(error.failure.message)")
        return own
      }.map { value in
        // What the handler bound ends with it.
        RunValue(value.traced, bindings: scope.bindings, response: scope.response)
      }.tellingRecovery(from: error, at: site)
    }.renumbered()
  }
}

extension AnyPublisher<RunValue> {
  /// Tells that a failure was put right, once there is a value in its place or a good end.
  func tellingRecovery(from error: StepError, at site: StepSite) -> AnyPublisher<RunValue> {
    tryHandleEvents(
      false,
      receiveOutput: { isTold, _ in
        if !isTold { site.run.events.append(.recovered(node: site.node, step: site.step, error.failure)) }
        isTold = true
      },
      receiveCompletion: { isTold, completion in
        if !isTold, completion.failure == nil {
          site.run.events.append(.recovered(node: site.node, step: site.step, error.failure))
        }
      })
  }
}
