/// A whole response, of any status.
package struct Response: Sendable {
  package var status: Int
  package var headers: [Header]
  /// The URL that answered.
  package var url: String
  package var body: [UInt8]
  /// How many bytes of the body came in pieces, and are not in `body`.
  package var deliveredSize = 0
  package var timings: Timings
  /// `1.1`, `2`, …
  package var httpVersion: String

  package init(
    status: Int, headers: [Header], url: String, body: [UInt8], timings: Timings = Timings(),
    httpVersion: String = "1.1"
  ) {
    self.status = status
    self.headers = headers
    self.url = url
    self.body = body
    self.timings = timings
    self.httpVersion = httpVersion
  }
}

extension Response {
  /// How many bytes the body has, however it was handed over.
  package var bodySize: Int { body.count + deliveredSize }
}

/// When the phases of a transfer ended, each counted from the transfer's start.
package struct Timings: Sendable, Equatable {
  package var nameLookup: Duration = .zero
  package var connect: Duration = .zero
  package var tls: Duration = .zero
  package var firstByte: Duration = .zero
  package var total: Duration = .zero

  package init() {}
}
