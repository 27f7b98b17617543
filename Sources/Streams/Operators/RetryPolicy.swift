/// When and how often a failed stream is tried again.
public struct RetryPolicy: Sendable {
  /// One attempt that failed, and is followed by another.
  public struct Attempt: Sendable {
    /// Which further attempt comes now: 1 for the first.
    public let number: Int
    public let error: any Error
    public let delay: Duration
  }

  let times: Int
  let delay: @Sendable (_ attempt: Int, any Error) -> Duration
  let isRetryable: @Sendable (any Error) -> Bool
  let onRetry: (@Sendable (Attempt) -> Void)?

  /// All closures run on the stream's queue.
  ///
  /// - Parameters:
  ///   - times: Further attempts, at most. Fewer than none are none.
  ///   - delay: How long to wait before the further attempt of that number (1, 2, …) after that failure. Less than zero is
  ///     zero; zero is at once, without a timer.
  ///   - isRetryable: Which failures are worth another attempt. Not asked once the attempts are used up.
  ///   - onRetry: Told before the wait.
  public init(
    times: Int,
    delay: @escaping @Sendable (_ attempt: Int, any Error) -> Duration = { _, _ in .zero },
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
    onRetry: (@Sendable (Attempt) -> Void)? = nil
  ) {
    self.times = max(times, 0)
    self.delay = delay
    self.isRetryable = isRetryable
    self.onRetry = onRetry
  }

  /// Waits as `backoff` says, see there.
  ///
  /// - Parameter random: Asked once for each wait that has jitter: a number from 0 to 1, 1 itself excluded.
  public init(
    times: Int,
    backoff: Backoff,
    random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) },
    isRetryable: @escaping @Sendable (any Error) -> Bool = { _ in true },
    onRetry: (@Sendable (Attempt) -> Void)? = nil
  ) {
    self.init(
      times: times, delay: { attempt, _ in backoff.delay(before: attempt, random: random) },
      isRetryable: isRetryable, onRetry: onRetry)
  }
}
