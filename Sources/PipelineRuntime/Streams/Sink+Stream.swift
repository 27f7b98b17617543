import PipelineLanguage
import RunEvents
import Streams
import Values

extension SinkStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.tryHandleEvents(
      seed.with(plain: .null),
      receiveOutput: { last, value in
        last = value
        try say(.value, self.value, value, at: site)
      },
      receiveCompletion: { last, completion in
        guard let error = completion.failure else { return try say(.finished, finished, last, at: site) }
        let failure = site.stepError(error)
        if !failure.isSkip { sayFailure(failure, last, at: site) }
      })
  }

  private func say(
    _ level: MessageLevel, _ text: TextTemplate?, _ value: RunValue, _ extra: [String: TracedValue] = [:],
    at site: StepSite
  ) throws(StepError) {
    guard let text else { return }
    site.run.events.append(.message(node: site.node, level, try site.evaluator.text(of: text, at: value, extra)))
  }

  /// The names are those of where it failed, the value is the last that came. A text that cannot be made says so in its
  /// place: the failure stays what it is.
  private func sayFailure(_ error: StepError, _ last: RunValue, at site: StepSite) {
    let scope = (error.scope ?? last).with(last.traced)
    do throws(StepError) {
      try say(.failure, failure, scope, ["error": site.errorObject(error)], at: site)
    } catch let fault {
      site.run.events.append(
        .message(node: site.node, .failure, "the sink's text could not be made: \(fault.failure.message)"))
    }
  }
}
