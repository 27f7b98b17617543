import PipelineLanguage
import RunEvents
import Streams

extension RetryStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.retry(
      RetryPolicy(
        times: times, delay: { attempt, _ in pause(before: attempt) },
        isRetryable: { error in
          guard let condition else { return true }
          let object = site.errorObject(site.stepError(error))
          return (try? site.evaluator.isTrue(condition, at: RunValue(object), ["error": object])) ?? false
        },
        onRetry: { attempt in
          let failure = site.stepError(attempt.error).failure
          site.run.events.append(
            .retrying(node: site.node, step: site.step, attempt: attempt.number, delay: attempt.delay, failure))
        }))
  }

  /// The pause before a further attempt, of which the first is 1.
  func pause(before attempt: Int) -> Duration {
    guard var pause = delay else { return .zero }
    if backoff == "exponential" { pause *= 1 << min(attempt - 1, 30) }
    if let longest { pause = min(pause, longest) }
    return jitter ? pause * Double.random(in: 0...1) : pause
  }
}
