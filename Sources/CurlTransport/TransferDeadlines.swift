import HTTP

/// When a transfer has taken too long, in one of the ways that `Timeouts` names; `connect` is left to libcurl.
///
/// A plain value that is told what has happened and asked what is due. What it is not told at once only puts its next look
/// off by less than the timeout in question, because each of its starting points can only be later than was known.
struct TransferDeadlines {
  typealias Instant = SuspendingClock.Instant

  enum Expired: Equatable {
    case firstByte(Duration)
    case idle(Duration)
    case total(Duration)
  }

  private let timeouts: Timeouts
  private let sendsBody: Bool
  private let started: Instant
  private(set) var isConnected = false
  /// Whether the answer has begun.
  private var isAnswered = false
  /// Whether the whole request is out.
  private var isSent = false
  /// When the request was out; the last moment at which it was known not to be, as long as it is not.
  private var sendEnd: Instant
  /// The last byte in either direction; the last moment at which there was no connection, as long as there is none.
  private var lastMove: Instant
  private var sent = 0
  private var firstSent: Instant?
  /// The transfer waits for its consumer, so the server can't be blamed for silence.
  var isHeld = false

  /// - Parameter sendsBody: `noteSent` will tell of the end of the request. Else it is out as soon as the connection stands.
  init(_ timeouts: Timeouts = Timeouts(), now: Instant = .now, sendsBody: Bool = false) {
    self.timeouts = timeouts
    self.sendsBody = sendsBody
    started = now
    sendEnd = now
    lastMove = now
  }

  /// Bytes of the answer came.
  mutating func noteAnswer(at now: Instant) {
    isConnected = true
    isSent = true
    isAnswered = true
    lastMove = now
  }

  /// The consumer has caught up.
  mutating func release(at now: Instant) {
    isHeld = false
    lastMove = now
  }

  /// So many bytes of the body have gone out. Fewer than before, where it is sent again.
  mutating func noteSent(_ count: Int, of size: Int, at now: Instant) {
    guard count != sent else { return }
    isConnected = true
    sent = count
    let left = now + timeUnderWay(at: now)
    lastMove = left
    isSent = isAnswered || count >= size
    sendEnd = left
  }

  /// How much later than now what was handed to the system may leave it: at the pace so far, the time for as much as its
  /// buffers hold. An upload over a thin line moves by that alone for a while, before each further piece and at its end.
  private mutating func timeUnderWay(at now: Instant) -> Duration {
    let buffer = 4 << 20
    let first = firstSent ?? now
    firstSent = first
    return sent <= buffer ? first.duration(to: now) : first.duration(to: now) * (Double(buffer) / Double(sent))
  }

  /// What can be found out only by asking.
  /// - Parameter connection: How long it took to connect, `nil` as long as it takes.
  mutating func look(at now: Instant, connection: Duration?) {
    if let connection, !isConnected {
      isConnected = true
      lastMove = max(lastMove, started + connection)
      if !sendsBody {
        isSent = true
        sendEnd = started + connection
      }
    }
    if isHeld || !isConnected && timeouts.connect != nil { lastMove = now }
    if !isSent { sendEnd = max(sendEnd, now) }
  }

  /// When to look again; nothing is due earlier. `nil` if never.
  var next: Instant? {
    var next = timeouts.total.map { started + $0 }
    func consider(_ instant: Instant) { next = next.map { min($0, instant) } ?? instant }
    if let firstByte = timeouts.firstByte, !isAnswered { consider(sendEnd + firstByte) }
    if let idle = timeouts.idle { consider(lastMove + idle) }
    return next
  }

  func expired(at now: Instant) -> Expired? {
    if let total = timeouts.total, now >= started + total { return .total(total) }
    if let firstByte = timeouts.firstByte, isSent, !isAnswered, now >= sendEnd + firstByte {
      return .firstByte(firstByte)
    }
    if let idle = timeouts.idle, now >= lastMove + idle { return .idle(idle) }
    return nil
  }
}

extension TransferDeadlines.Expired {
  func error(endpoint: String) -> TransportError {
    switch self {
    case .firstByte(let limit):
      TransportError(.timeout, "\(endpoint) did not begin to answer within \(limit.inWords) (timeout 'firstByte')")
    case .idle(let limit):
      TransportError(.timeout, "no byte to or from \(endpoint) for \(limit.inWords) (timeout 'idle')")
    case .total(let limit):
      TransportError(.timeout, "the transfer with \(endpoint) took longer than \(limit.inWords) (timeout 'total')")
    }
  }
}

extension Duration {
  /// `30 s`, `250 ms`.
  var inWords: String {
    let milliseconds = wholeMilliseconds
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000) s" : "\(milliseconds) ms"
  }
}
