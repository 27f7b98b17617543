package import HTTP

/// A request under way.
package struct RequestUnderWay: Sendable {
  package var description: RequestDescription
  /// Since the run's start.
  package var startedAt: Duration
  package var progress: TransferProgress?

  package init(_ description: RequestDescription, startedAt: Duration) {
    self.description = description
    self.startedAt = startedAt
  }
}

/// A request that has ended, without its headers and bodies.
package struct RequestSummary: Sendable {
  package var id: Int
  package var step: StepDescription
  /// From 1.
  package var attempt: Int
  /// Why there is a request beside the step's first.
  package var cause: RequestCause?
  package var method: String
  package var url: String
  /// Since the run's start.
  package var startedAt: Duration
  package var endedAt: Duration
  package var result: RequestResult

  package init(_ request: RequestUnderWay, endedAt: Duration, _ result: RequestResult) {
    id = request.description.id
    step = request.description.step
    attempt = request.description.attempt
    cause = request.description.cause
    method = request.description.method
    url = request.description.url
    startedAt = request.startedAt
    self.endedAt = endedAt
    self.result = result
  }
}

/// How a request ended.
package enum RequestResult: Sendable, Equatable {
  /// A whole response of any status.
  case response(status: Int, bodySize: Int)
  case failure(RunFailure.Kind, message: String)
  case cancelled
}
