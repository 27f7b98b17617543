/// A node as far as its events have been told.
package struct NodeSummary: Sendable {
  package var description: NodeDescription
  /// Since the run's start; `nil` until it has started.
  package internal(set) var startedAt: Duration?
  /// The first request, check or note; since the run's start.
  package internal(set) var firstActivityAt: Duration?
  /// Since the run's start; `nil` until it has ended.
  package internal(set) var finishedAt: Duration?
  /// `nil` until it has ended.
  package internal(set) var outcome: NodeOutcome?

  /// Each attempt counts.
  package internal(set) var requestCount = 0
  package internal(set) var requestsUnderWay = 0
  /// Attempts that brought no whole response.
  package internal(set) var requestsFailed = 0
  package internal(set) var checksPassed = 0
  package internal(set) var retryCount = 0
  package internal(set) var recoveryCount = 0

  /// The requests that have ended, in the order of their ends. Kept with `.everything` only.
  package internal(set) var requests: [RequestSummary] = []
  /// Messages, retries and recovered failures, in their order. Kept with `.everything` only.
  package internal(set) var notes: [NodeNote] = []

  package init(_ description: NodeDescription) { self.description = description }

  package var name: String { description.name }

  /// The failure that ended it.
  package var failure: RunFailure? {
    if case .failed(let failure) = outcome { failure } else { nil }
  }

  /// Whether what ended it was a check: a status, a `decode` or an `expect`.
  package var checksFailed: Int {
    switch failure?.kind {
    case .status, .decode, .expect: 1
    default: 0
    }
  }

  mutating func start(at time: Duration) {
    if startedAt == nil { startedAt = time }
  }

  mutating func act(at time: Duration) {
    start(at: time)
    if firstActivityAt == nil { firstActivityAt = time }
  }

  mutating func finish(_ outcome: NodeOutcome, at time: Duration) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    finishedAt = time
  }

  mutating func requestStarted(_ request: RequestDescription, at time: Duration) {
    act(at: time)
    requestCount += 1
    requestsUnderWay += 1
  }

  mutating func requestEnded(_ result: RequestResult) {
    requestsUnderWay -= 1
    if case .failure = result { requestsFailed += 1 }
  }

  mutating func count(_ note: NodeNote.Kind) {
    switch note {
    case .message: break
    case .retry: retryCount += 1
    case .recovery: recoveryCount += 1
    }
  }
}
