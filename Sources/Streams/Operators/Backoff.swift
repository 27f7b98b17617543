#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// How long to wait before each further attempt.
public enum Backoff: Sendable, Equatable {
  /// The same each time.
  ///
  /// - Parameter jitter: See `delay(before:random:)`.
  case constant(Duration, jitter: Double = 0)
  /// `initial` before the first further attempt, and `factor` times as long before each one after that.
  ///
  /// - Parameters:
  ///   - max: Never longer than this; nil: 34 years.
  ///   - jitter: See `delay(before:random:)`.
  case exponential(initial: Duration, factor: Double = 2, max: Duration? = nil, jitter: Double = 0)

  /// The wait before the further attempt of that number, of which the first is 1.
  ///
  /// Jitter is the part of the wait that is left to chance, from 0 (none) to 1 (all of it), so that many that failed
  /// together do not come back together. It only ever shortens the wait: `max` holds with it. Numbers out of range are
  /// brought into it, and nothing overflows: a factor, a jitter or a duration may come straight from a user.
  ///
  /// - Parameter random: Asked once where there is jitter, for a number from 0 to 1.
  public func delay(before attempt: Int, random: () -> Double = { Double.random(in: 0..<1) }) -> Duration {
    switch self {
    case .constant(let wait, let jitter):
      return Self.shortened(Self.inRange(wait), by: jitter, random)
    case .exponential(let initial, let factor, let longest, let jitter):
      let longest = Self.inRange(longest ?? Self.longest)
      let initial = Self.inRange(initial)
      if initial == .zero { return .zero }
      let growth = pow(factor.isNaN ? 1 : max(factor, 0), Double(max(attempt, 1) - 1))
      // Compared before it is multiplied: a `Duration` traps where it overflows.
      let isBeyond = !(growth < longest / initial)
      return Self.shortened(isBeyond ? longest : initial * growth, by: jitter, random)
    }
  }

  /// What a timer takes without harm.
  private static let longest = Duration.seconds(1 << 30)

  private static func inRange(_ wait: Duration) -> Duration { min(max(wait, .zero), longest) }

  private static func shortened(_ wait: Duration, by jitter: Double, _ random: () -> Double) -> Duration {
    // Also where it is not a number.
    guard jitter > 0 else { return wait }
    let share = random()
    return wait * (1 - min(jitter, 1) * (share.isNaN ? 0 : min(max(share, 0), 1)))
  }
}
