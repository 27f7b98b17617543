import PipelineLanguage
import RunEvents
import Streams

extension RetryStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.retry(
      RetryPolicy(
        times: times, backoff: pauses,
        isRetryable: { error in (try? isWorthIt(site.stepError(error), from: seed, at: site)) ?? false },
        onRetry: { attempt in
          let failure = site.stepError(attempt.error).failure
          site.run.events.append(
            .retrying(node: site.node, step: site.step, attempt: attempt.number, delay: attempt.delay, failure))
        })
    ).mapError { error in
      // Whoever reads of the failure is told why it was not tried again, where the reason is a fault of the file.
      var error = site.stepError(error)
      do throws(StepError) {
        _ = try isWorthIt(error, from: seed, at: site)
      } catch let fault {
        error.failure.details.append("not retried, since 'on' failed: \(fault.failure.message)")
      }
      return error
    }.renumbered()
  }

  private func isWorthIt(_ error: StepError, from seed: RunValue, at site: StepSite) throws(StepError) -> Bool {
    if error.isSettled || error.isSkip { return false }
    guard let condition else { return true }
    let scope = site.scope(of: error, from: seed)
    return try site.evaluator.isTrue(condition, at: scope, ["error": scope.traced])
  }

  private var pauses: Backoff {
    .exponential(initial: delay ?? .zero, factor: backoff == "exponential" ? 2 : 1, max: longest, jitter: jitter)
  }
}
