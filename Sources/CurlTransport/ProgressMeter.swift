import HTTP

/// Makes of each turn's counts about ten events a second.
struct ProgressMeter {
  private static let interval = Duration.milliseconds(100)

  private let sentTotal: Int?
  private var last: SuspendingClock.Instant?
  private var told = TransferProgress()
  private var latest = TransferProgress()

  init(sentTotal: Int?) {
    self.sentTotal = sentTotal
  }

  /// The event that is due, if one is.
  mutating func note(_ progress: TransferProgress, at now: SuspendingClock.Instant) -> TransferProgress? {
    latest = progress
    latest.sentTotal = sentTotal
    if let last, now - last < Self.interval { return nil }
    return tell(at: now)
  }

  /// What has been held back for too long, when a transfer stands still after a burst.
  mutating func flush(at now: SuspendingClock.Instant) -> TransferProgress? {
    guard let nextEvent, now >= nextEvent else { return nil }
    return tell(at: now)
  }

  var nextEvent: SuspendingClock.Instant? {
    latest == told ? nil : last.map { $0 + Self.interval }
  }

  private mutating func tell(at now: SuspendingClock.Instant) -> TransferProgress? {
    guard latest != told else { return nil }
    told = latest
    last = now
    return latest
  }
}
