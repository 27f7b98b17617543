import HTTP
import PipelineLanguage
import RunEvents
import Streams
import Synchronization
import Values

/// A fetch that may ask more than once: after failures (`retry`), or until it gets what is waited for (`poll`).
///
/// One for each subscription; everything is called on the stream's queue.
final class FetchCourse: Sendable {
  private let step: FetchStep
  private let site: StepSite
  private let value: RunValue
  private let retry: RequestRetry?
  private let state = Mutex(State())

  private struct State {
    /// Of this asking, from 1.
    var attempts = 0
    /// How often an answer has been looked at.
    var answers = 0
    var last: JSONValue?
    var exchanged: FetchExchange.Exchanged?
    /// Whether the request goes through a client that the file declares.
    var hasClient = true
  }

  init(_ step: FetchStep, for value: RunValue, at site: StepSite, retry: RequestRetry?) {
    self.step = step
    self.site = site
    self.value = value
    self.retry = retry
  }

  var publisher: AnyPublisher<RunValue> { step.poll.map(polling) ?? asking() }

  func note(_ built: RequestBuilder.Built) { state.withLock { $0.hasClient = built.client != nil } }

  /// Only a poll shows what came back; nothing else needs it to be kept.
  func note(_ exchanged: FetchExchange.Exchanged) {
    if step.poll != nil { state.withLock { $0.exchanged = exchanged } }
  }

  /// One asking: a request, repeated where it fails.
  private func asking() -> AnyPublisher<RunValue> {
    let attempts = deferred { [self] in
      let (number, isFirst) = state.withLock { state in
        state.attempts += 1
        return (state.attempts, state.answers == 0)
      }
      return step.attempt(
        for: value, at: site, number: number, cause: number > 1 ? .retry : isFirst ? nil : .poll, of: self)
    }
    guard let retry, retry.times > 0 else { return attempts }
    return attempts.retry(
      RetryPolicy(
        times: retry.times, delay: { [self] in pause(before: $0, after: site.stepError($1), retry) },
        isRetryable: { [self] error in (try? isWorthIt(site.stepError(error), retry)) ?? false },
        onRetry: { [site] attempt in
          let failure = site.stepError(attempt.error).failure
          site.run.events.append(
            .retrying(node: site.node, step: site.step, attempt: attempt.number, delay: attempt.delay, failure))
        })
    ).mapError { [self] error in
      // Whoever reads of the failure is told why it was not tried again, where the reason is a fault of the file.
      var error = site.stepError(error)
      do throws(StepError) {
        _ = try isWorthIt(error, retry)
      } catch let fault {
        error.failure.details.append("not retried, since 'on' failed: \(fault.failure.message)")
      }
      return error
    }
  }

  // MARK: - Retry

  /// The longest that a server may ask to wait for, where the file sets no bound.
  private static let longestAsked = Duration.seconds(60)

  /// What the file says, or what the server asks for where that is more, within the bound.
  private func pause(before attempt: Int, after error: StepError, _ retry: RequestRetry) -> Duration {
    let pauses = Backoff.exponential(
      initial: retry.delay ?? .zero, factor: retry.isExponential ? 2 : 1, max: retry.longest, jitter: retry.jitter)
    let own = pauses.delay(before: attempt)
    guard let asked = error.failure.response?.headers.retryAfter() else { return own }
    return max(own, min(asked, retry.longest ?? Self.longestAsked))
  }

  private func isWorthIt(_ error: StepError, _ retry: RequestRetry) throws(StepError) -> Bool {
    if error.isSettled || error.isSkip || error.isBehindValues { return false }
    // What its client says does not hold for a request that goes through none.
    if step.retry == nil, !state.withLock(\.hasClient) { return false }
    guard let conditions = retry.conditions else {
      switch error.failure.kind {
      case .transport: return !error.isLasting
      case .timeout: return true
      case .status: return error.status.map { $0 == 429 || (500...599).contains($0) } ?? false
      default: return false
      }
    }
    for condition in conditions where try holds(condition, for: error) { return true }
    return false
  }

  private func holds(_ condition: RequestRetry.Condition, for error: StepError) throws(StepError) -> Bool {
    switch condition {
    case .status(let range): return error.status.map(range.contains) ?? false
    case .kind(let kind): return error.failure.kind.rawValue == kind
    case .formula(let formula):
      let scope = site.scope(of: error, from: value)
      return try site.evaluator.isTrue(formula, at: scope, ["error": scope.traced])
    }
  }

  // MARK: - Poll

  /// The answer is not yet the one that is waited for.
  private struct NotYet: Error {}

  private func polling(_ poll: Poll) -> AnyPublisher<RunValue> {
    asking().tryMap { [self] result in
      state.withLock { state in
        state.answers += 1
        state.attempts = 0
        state.last = result.value
      }
      if let failWhen = poll.failWhen, try site.evaluator.isTrue(failWhen, at: result) {
        throw failure(.expect, "polling ends, since \(failWhen.text) is true")
      }
      if try site.evaluator.isTrue(poll.until, at: result) { return result }
      throw NotYet()
    }
    .retry(RetryPolicy(times: .max, delay: { _, _ in poll.every }, isRetryable: { $0 is NotYet }))
    .timeout(poll.timeout)
    .mapError { [self] error in
      guard error is TimeoutError else { return site.stepError(error).leaving(for: value) }
      let count = state.withLock(\.answers)
      let asked = count == 1 ? "once" : "\(count) times"
      return failure(
        .timeout,
        count == 0
          ? "polled for \(poll.timeout.text) without an answer"
          : "polled \(asked) in \(poll.timeout.text), and \(poll.until.text) is not true")
    }
  }

  /// One that shows the latest answer.
  private func failure(_ kind: RunFailure.Kind, _ message: String) -> StepError {
    let (last, exchanged) = state.withLock { ($0.last, $0.exchanged) }
    let fault = site.fault(
      kind, message, details: last.map { ["the last value is \(shortened($0))"] } ?? [],
      request: exchanged?.request.description(detailed: true),
      response: exchanged.map { ResponseDescription($0.response, headers: true, body: true) })
    return StepError(fault, status: exchanged?.response.status, body: last, scope: value)
  }

  private func shortened(_ value: JSONValue) -> String {
    let text = value.text()
    return text.utf8.count <= 200 ? text : text.prefix(200) + "…"
  }
}
