package import HTTP

/// A whole response, of any status.
package struct ResponseDescription: Sendable {
  package var status: Int
  package var headers: [Header]
  package var bodySize: Int
  /// The body's start where it is text.
  package var bodyStart: String?
  /// Whether there is more of the body than `bodyStart` holds.
  package var isBodyCut: Bool
  package var timings: Timings

  package init(status: Int, headers: [Header], bodySize: Int, bodyStart: String?, timings: Timings) {
    self.status = status
    self.headers = headers
    self.bodySize = bodySize
    self.bodyStart = bodyStart
    isBodyCut = (bodyStart?.utf8.count ?? 0) < bodySize
    self.timings = timings
  }
}
