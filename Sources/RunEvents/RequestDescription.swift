package import HTTP

/// A request as it goes out: one attempt of one `fetch`.
package struct RequestDescription: Sendable {
  /// Unique in the run.
  package var id: Int
  package var node: Int
  package var step: StepDescription
  /// From 1.
  package var attempt: Int
  /// Why there is a request beside the step's first; `nil` for that.
  package var cause: RequestCause?
  package var method: String
  package var url: String
  package var headers: [Header]
  /// The body's size in bytes, and its start where it is text.
  package var bodySize: Int
  package var bodyStart: String?
  /// Whether there is more of the body than `bodyStart` holds.
  package var isBodyCut: Bool
  /// The file that is streamed, if one is.
  package var uploadFile: String?
  /// Where it holds secrets that have names, and files.
  package var pieces: RequestPieces?
  /// The place, from 0, of the value that it is sent for in the stream that its step gets.
  package var value: Int?
  /// How long it waited for its client's place; `nil` where nobody wanted to know.
  package var waited: Duration?

  package init(
    id: Int, node: Int, step: StepDescription, attempt: Int, cause: RequestCause? = nil, method: String, url: String,
    headers: [Header], bodySize: Int, bodyStart: String?, uploadFile: String?, pieces: RequestPieces? = nil,
    value: Int? = nil, waited: Duration? = nil
  ) {
    self.id = id
    self.node = node
    self.step = step
    self.attempt = attempt
    self.cause = cause
    self.method = method
    self.url = url
    self.headers = headers
    self.bodySize = bodySize
    self.bodyStart = bodyStart
    isBodyCut = (bodyStart?.utf8.count ?? 0) < bodySize
    self.uploadFile = uploadFile
    self.pieces = pieces
    self.value = value
    self.waited = waited
  }
}

/// Why a step sends another request.
package enum RequestCause: String, Sendable {
  /// The one before failed.
  case retry
  /// The one before was answered with a redirect.
  case redirect
  /// What the one before brought is not yet what is waited for.
  case poll
}
