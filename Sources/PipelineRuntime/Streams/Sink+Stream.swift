import PipelineLanguage
import RunEvents
import Streams
import Values

extension SinkStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.fused(
      FusedStep {
        var last = RunValue(.null)
        return FusedStep.Use(
          receive: { value in
            last = value
            if let text = self.value, let error = say(.value, text, value, site) { return .ended([], .failure(error)) }
            return .one(value)
          },
          complete: { completion in
            switch completion {
            case .finished:
              if let finished, let error = say(.finished, finished, last, site) { return ([], .failure(error)) }
            case .failure(let error):
              // A failure that cannot be told is not to hide the failure itself.
              let object = site.errorObject(site.stepError(error))
              if let failure { _ = say(.failure, failure, last, site, ["error": object]) }
            }
            return ([], completion)
          })
      })
  }

  /// Says it; gives the failure where its template fails.
  private func say(
    _ level: MessageLevel, _ text: TextTemplate, _ value: RunValue, _ site: StepSite, _ extra: [String: JSONValue] = [:]
  ) -> StepError? {
    do {
      site.run.events.append(.message(node: site.node, level, try site.evaluator.text(of: text, at: value, extra)))
      return nil
    } catch {
      return error
    }
  }
}
