/// How a run ended.
package enum RunOutcome: Sendable {
  case succeeded
  case failed
  /// By a signal (its number), a deadline or `--fail-fast`.
  case cancelled(reason: CancellationReason)
}

/// What ended a run before its own end.
package enum CancellationReason: Sendable, Equatable {
  /// The signal's number.
  case signal(Int32)
  case deadline, failFast
}
