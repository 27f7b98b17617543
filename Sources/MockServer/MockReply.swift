package import HTTP

/// What the mock server answers, and how it misbehaves.
package struct MockReply: Sendable {
  /// How the answer ends.
  package enum Ending: Sendable, Equatable {
    /// Whole, and the connection stays open for the next request.
    case whole
    /// The connection is closed without any answer.
    case close
    /// The connection is reset without any answer. (Where the system is not Linux, the client may see it closed just before.)
    case reset
    /// No answer ever comes; the connection stays open until the client or the server stops.
    case hang
    /// The headers promise the whole body, the connection is closed after so many bytes of it.
    case cut(after: Int)
  }

  /// 200 to 999; another number is answered as 500 with a message that says so.
  package var status: Int
  /// Added in this order. Those that frame the message (Content-Length, Transfer-Encoding) are the server's own and are left out.
  package var headers: [Header]
  /// Sent with its exact Content-Length; not sent with 204 and 304, nor to HEAD.
  package var body: [UInt8]
  /// Passes, without holding up any other request, before the first byte is sent.
  package var delay: Duration?
  package var ending: Ending

  package init(
    status: Int = 200, headers: [Header] = [], body: [UInt8] = [], delay: Duration? = nil, ending: Ending = .whole
  ) {
    self.status = status
    self.headers = headers
    self.body = body
    self.delay = delay
    self.ending = ending
  }

  /// A reply whose body is the JSON text given.
  package static func json(_ text: String, status: Int = 200, delay: Duration? = nil) -> MockReply {
    MockReply(
      status: status, headers: [Header("Content-Type", "application/json")], body: Array(text.utf8), delay: delay)
  }
}
