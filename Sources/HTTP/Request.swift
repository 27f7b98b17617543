/// One HTTP request, complete.
///
/// On the way it gains what HTTP itself needs (`Host`, and `Content-Length` where there is a body or the method is one that
/// says "no body" by a zero) and the two headers that users of curl expect: `Accept: */*` and a `User-Agent`. A header
/// given in `headers` takes the place of the one that would have been added; `omittedHeaders` leaves it out.
package struct Request: Sendable {
  package var method: String
  /// The absolute URL, sent as it stands: no dot segment is removed, nothing is encoded again.
  package var url: String
  /// In the order they are sent; a name may occur more than once.
  package var headers: [Header]
  /// Names of headers that would be added (`Accept`, `User-Agent`, `Host`) and are not to be.
  package var omittedHeaders: [String]
  package var body: RequestBody
  package var timeouts: Timeouts
  package var options: TransferOptions
  /// How many bytes of a response body are held in memory before the transfer fails.
  package var maxBody: Int
  /// How the body of the response is handed over.
  package var delivery = BodyDelivery.whole
  /// Whether anybody wants `TransferEvent.progress`. Ten thousand small requests should not pay for it.
  package var reportsProgress: Bool

  package init(
    method: String, url: String, headers: [Header] = [], body: RequestBody = .none, timeouts: Timeouts = Timeouts(),
    options: TransferOptions = TransferOptions(), maxBody: Int = 256 << 20, omittedHeaders: [String] = [],
    reportsProgress: Bool = false
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeouts = timeouts
    self.options = options
    self.maxBody = maxBody
    self.omittedHeaders = omittedHeaders
    self.reportsProgress = reportsProgress
  }
}

/// A header field (RFC 9110, section 5): a name in any letter case and a value without line ends.
package struct Header: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// What a request carries. Its length is always known before the first byte is sent.
package enum RequestBody: Sendable {
  case none
  case bytes([UInt8])
  /// Streamed from the file, `size` bytes exactly.
  case file(path: String, size: Int)
  /// Streamed one after another.
  case parts([Part])

  package enum Part: Sendable {
    case bytes([UInt8])
    /// `size` bytes exactly. Opened when its turn comes.
    case file(path: String, size: Int)

    package var size: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .file(_, let size): size
      }
    }
  }

  package var size: Int {
    switch self {
    case .none: 0
    case .bytes(let bytes): bytes.count
    case .file(_, let size): size
    case .parts(let parts): parts.reduce(0) { $0 + $1.size }
    }
  }
}

/// How a response's body is handed over.
package enum BodyDelivery: Sendable {
  /// In the response.
  case whole
  /// In pieces as they arrive, if the answer's status is one for which `status` holds; else in the response. `maxBody` does
  /// not bound the sum of the pieces. See `Transfer.consumed`.
  case pieces(status: @Sendable (Int) -> Bool)
}

/// Bounds on a transfer; `nil` is unlimited.
package struct Timeouts: Sendable, Equatable {
  /// From the start of the transfer to a connection that can carry the request: name lookup, TCP, TLS and proxy.
  package var connect: Duration? = .seconds(10)
  /// From the last byte of the request to the first of the response.
  package var firstByte: Duration?
  /// How long the transfer may go without a byte in either direction, also while it waits for the answer to begin.
  /// It does not run while the connection is made, unless `connect` is unlimited.
  package var idle: Duration? = .seconds(30)
  /// From the start of the transfer to its end.
  package var total: Duration?

  package init() {}
}

/// How a client speaks: what curl calls its options, by curl's meaning.
package struct TransferOptions: Sendable, Equatable {
  package enum Version: String, Sendable {
    case any
    case http1 = "1.1"
    case http2 = "2"
  }

  package var version: Version = .any
  package var proxy: String?
  package var caFile: String?
  package var certificateFile: String?
  package var keyFile: String?
  package var pinnedPublicKey: String?
  /// Accept any certificate (`-k`). Never set but by the user's own word.
  package var insecure = false
  /// curl's `HOST:PORT:ADDRESS` entries.
  package var resolve: [String] = []
  /// curl's `HOST1:PORT1:HOST2:PORT2` entries.
  package var connectTo: [String] = []

  package init() {}
}
