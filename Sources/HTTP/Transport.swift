/// Carries requests. Nothing above it can tell which library does the work.
package protocol Transport: Sendable {
  /// Starts a transfer. `receive` is called serially, from a queue or thread of the transport's own, and must not block:
  /// any number of `.progress` where the request asks for it (about ten a second, and a last one with the final counts),
  /// where it asks for pieces one `.head` and any number of `.piece` behind it, then exactly one of `.finished` and
  /// `.failed`, or nothing more after `cancel()`. It may call `start`, `cancel` and `consumed`.
  func start(_ request: Request, receive: @escaping @Sendable (TransferEvent) -> Void) -> any Transfer

  /// Runs `body`, and may put off what it starts until its end: many requests at once then cost less.
  func together(_ body: () -> Void)
}

extension Transport {
  package func together(_ body: () -> Void) { body() }
}

/// One transfer under way.
package protocol Transfer: Sendable {
  /// Ends the transfer on the wire. Idempotent; may be called from any thread, and after the end. Returns at once.
  ///
  /// No call of `receive` begins after this returned. One that is under way on the transport's thread is not waited for.
  func cancel()

  /// So many bytes of the pieces that came are dealt with, and their memory is free. May be called from any thread.
  ///
  /// As long as a few hundred KiB are not, no further piece comes: the transport stops reading, and in the end the server
  /// has to wait. The `idle` timeout does not run meanwhile.
  func consumed(_ count: Int)
}

extension Transfer {
  package func consumed(_ count: Int) {}
}

package enum TransferEvent: Sendable {
  case progress(TransferProgress)
  /// The answer has begun, and its body comes in pieces: the response without its body, and with the times so far. It comes
  /// with the first piece, of an empty body with the end.
  case head(Response)
  /// The next bytes of the body, never none.
  case piece([UInt8])
  /// The whole response; without what came in pieces.
  case finished(Response)
  case failed(TransportError)
}

/// Bytes moved so far; a total is `nil` where it is not known.
package struct TransferProgress: Sendable, Equatable {
  package var sent: Int
  package var sentTotal: Int?
  package var received: Int
  package var receivedTotal: Int?

  package init(sent: Int = 0, sentTotal: Int? = nil, received: Int = 0, receivedTotal: Int? = nil) {
    self.sent = sent
    self.sentTotal = sentTotal
    self.received = received
    self.receivedTotal = receivedTotal
  }
}

/// Why a transfer brought no whole response.
package struct TransportError: Error, Sendable, Equatable {
  package enum Kind: String, Sendable {
    case invalidURL, resolve, connect, tls, timeout, send, receive, truncated, encoding, tooLarge, file, proxy, other
  }

  package var kind: Kind
  /// In the user's words: lower case first, no full stop, never a C constant.
  package var message: String

  package init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }
}
