import PipelineLanguage
import RunEvents
import Streams
import Values

extension SinkStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.tryHandleEvents(
      RunValue(.null),
      receiveOutput: { last, value in
        last = value
        try say(.value, self.value, value, at: site)
      },
      receiveCompletion: { last, completion in
        switch completion {
        case .finished: try say(.finished, finished, last, at: site)
        case .failure(let error):
          try say(.failure, failure, last, ["error": site.errorObject(site.stepError(error))], at: site)
        }
      })
  }

  private func say(
    _ level: MessageLevel, _ text: TextTemplate?, _ value: RunValue, _ extra: [String: JSONValue] = [:],
    at site: StepSite
  ) throws(StepError) {
    guard let text else { return }
    site.run.events.append(.message(node: site.node, level, try site.evaluator.text(of: text, at: value, extra)))
  }
}
