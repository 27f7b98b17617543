/// A failure as it is told: which kind, where it began, and what was on the wire.
package struct RunFailure: Error, Sendable {
  package enum Kind: String, Sendable {
    case transport, timeout, io, status, decode, expect, expression, custom, stall, cancelled
  }

  package var kind: Kind
  package var message: String
  /// The node in which it began.
  package var node: Int
  package var step: StepDescription?
  /// The line of the file in which the step stands, where it is short enough to be shown.
  package var sourceLine: String?
  /// Longer text: the violations, the values of both sides; lines without a margin.
  package var details: [String]
  /// The request it belongs to, and what was answered.
  package var request: RequestDescription?
  package var response: ResponseDescription?

  package init(
    kind: Kind, message: String, node: Int, step: StepDescription? = nil, details: [String] = [],
    request: RequestDescription? = nil, response: ResponseDescription? = nil, sourceLine: String? = nil
  ) {
    self.kind = kind
    self.message = message
    self.node = node
    self.step = step
    self.details = details
    self.request = request
    self.response = response
    self.sourceLine = sourceLine
  }

  /// Whether it is the fault of the way (exit 3) and not of what was found (exit 4).
  package var isTransportFault: Bool {
    switch kind {
    case .transport, .timeout, .io, .stall: true
    case .status, .decode, .expect, .expression, .custom, .cancelled: false
    }
  }
}
