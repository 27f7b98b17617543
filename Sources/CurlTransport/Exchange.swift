import CCurl
import HTTP

/// One transfer at a time: a request on its way out and the response on its way in. Used on the loop's thread only.
///
/// Outlives its easy handle's transfers, so libcurl is given an unretained pointer to it.
final class Exchange {
  let easy: EasyHandle
  let seat: Int
  private let clock: LoopClock
  private let takers: ConnectionTakers
  private(set) var order: Order?
  private var url: RequestURL?
  private(set) var upload = UploadBody.none
  private var head = ResponseHead()
  private var body: [UInt8] = []
  /// How the body is handed over; not known before it begins.
  private var pieces = Pieces.unknown
  private var bodyLimit = 0
  private var deadlines = TransferDeadlines()
  private var meter: ProgressMeter?
  /// Why one of our own callbacks ended the transfer.
  private var failure: TransportError?
  /// What libcurl reads while the transfer runs.
  private var lists: [StringList] = []

  /// `nil` if there is no memory for it.
  init?(seat: Int, clock: LoopClock, takers: ConnectionTakers) {
    guard let easy = EasyHandle() else { return nil }
    self.easy = easy
    self.seat = seat
    self.clock = clock
    self.takers = takers
  }

  /// The first line of every callback of libcurl.
  static func from(_ context: UnsafeMutableRawPointer?) -> Exchange {
    guard let context else { preconditionFailure("libcurl passed no context") }
    return Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  }

  var isBusy: Bool { order != nil }

  func isBusy(with transfer: CurlTransfer) -> Bool { order?.transfer === transfer }

  // MARK: From order to outcome

  /// Prepares the handle. Nothing is sent yet, and nothing is sent if this throws.
  func begin(_ order: Order, userAgent: String) throws(TransportError) {
    self.order = order
    let request = order.request
    easy.reset()
    let url = try RequestURL(request.url)
    self.url = url
    upload = try UploadBody(request.body)
    lists = try easy.configure(for: request, url: url, upload: upload, userAgent: userAgent)
    let watchesBytes = request.reportsProgress || upload.isStreamed
    try easy.setCallbacks(of: self, streamsBody: upload.isStreamed, watchesBytes: watchesBytes)
    bodyLimit = request.maxBody
    deadlines = TransferDeadlines(request.timeouts, now: clock.now, sendsBody: upload.isStreamed && upload.size != 0)
    meter = request.reportsProgress ? ProgressMeter(sentTotal: upload.size) : nil
  }

  /// Gives up all that belongs to the transfer. libcurl must not know the handle any more.
  func abandon() {
    if upload.isStreamed { easy.releaseUploadBuffer() }
    order = nil
    url = nil
    upload = .none
    body = []
    pieces = .unknown
    meter = nil
    failure = nil
    lists = []
    head.removeAll()
  }

  /// What libcurl's end of the transfer means. The last count of a progress meter is sent on the way.
  func outcome(_ code: CURLcode) -> TransferEvent {
    guard let request = order?.request, let url else { preconditionFailure("a transfer ended that never began") }
    if let failure { return .failed(failure) }
    guard code == CURLE_OK else {
      return .failed(easy.failure(code, of: request, url: url, received: body.count + pieces.size))
    }
    // libcurl takes an end within the head for the end of an answer without a body.
    guard head.isComplete else {
      return .failed(TransportError(.truncated, "the connection was closed within the headers of the answer"))
    }
    let version = easy.httpVersion
    // Another transfer may have the connection by now: what is unread then is the answer to that one.
    if version.hasPrefix("1"), takers.isLast(seat, at: easy.long(CURLINFO_LOCAL_PORT)) {
      easy.endConnectionWithUnreadBytes()
    }
    // Of an empty body nobody has heard yet.
    if case .unknown = pieces, comesInPieces { sendHead() }
    var response = response(to: request, version: version)
    response.body = body
    response.deliveredSize = pieces.size
    sendFinalProgress()
    return .finished(response)
  }

  private func response(to request: Request, version: String) -> Response {
    Response(
      status: easy.long(CURLINFO_RESPONSE_CODE), headers: head.headers, url: request.url, body: [],
      timings: easy.timings, httpVersion: version)
  }

  // MARK: Callbacks

  /// The request goes out now, by the connection with this port of ours.
  func noteConnection(localPort: Int) { takers.note(seat, at: localPort) }

  /// False ends the transfer.
  func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Bool {
    deadlines.noteAnswer(at: clock.now)
    if head.append(line) { return true }
    failure = TransportError(.tooLarge, "the headers of the answer are larger than \(ResponseHead.limit >> 10) KiB")
    return false
  }

  enum BodyAnswer {
    case goOn
    /// The same bytes come again after `resume`.
    case pause
    case end
  }

  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> BodyAnswer {
    deadlines.noteAnswer(at: clock.now)
    if case .unknown = pieces, !bytes.isEmpty {
      pieces = comesInPieces ? .some(size: 0) : .none
      if case .some = pieces { sendHead() }
    }
    if case .some(let size) = pieces { return hand(over: bytes, after: size) }
    if body.isEmpty, !makeRoom() { return .end }
    guard bytes.count <= bodyLimit - body.count else {
      failure = .bodyTooLarge(limit: bodyLimit)
      return .end
    }
    body.append(contentsOf: bytes)
    return .goOn
  }

  private func hand(over bytes: UnsafeRawBufferPointer, after size: Int) -> BodyAnswer {
    // Cancelled: the loop will hear of it in its next turn.
    guard let order, !order.transfer.isCancelled, !bytes.isEmpty else { return .goOn }
    if order.transfer.hold() {
      deadlines.isHeld = true
      return .pause
    }
    pieces = .some(size: size + bytes.count)
    order.transfer.delivered(bytes.count)
    order.receive(.piece(Array(bytes)))
    return .goOn
  }

  /// The consumer has caught up.
  func resume() {
    deadlines.release(at: clock.now)
    easy.resume()
  }

  /// How many bytes were put into `room`; `nil` ends the transfer.
  func provideBody(_ room: UnsafeMutableRawBufferPointer) -> Int? {
    do throws(TransportError) {
      return try upload.read(into: room)
    } catch {
      failure = error
      return nil
    }
  }

  /// libcurl sends the body again, on a fresh connection, where a kept one turns out to have been closed by the server.
  func rewindBody(to offset: Int) {
    upload.offset = offset
  }

  /// What libcurl has moved so far; called about once for each turn of the loop.
  func noteProgress(_ progress: TransferProgress) {
    if upload.isStreamed {
      deadlines.noteSent(progress.sent, of: upload.size ?? 0, at: clock.now)
    }
    if let event = meter?.note(progress, at: clock.now) { send(event) }
  }

  // MARK: Deadlines

  /// No deadline is earlier. `nil` if there is none.
  var nextCheck: SuspendingClock.Instant? {
    guard let event = meter?.nextEvent else { return deadlines.next }
    return deadlines.next.map { min($0, event) } ?? event
  }

  /// The timeout that is due now, if one is.
  func dueFailure() -> TransportError? {
    if let event = meter?.flush(at: clock.now) { send(event) }
    let connection = easy.duration(CURLINFO_PRETRANSFER_TIME_T)
    deadlines.look(
      at: clock.now, connection: connection > .zero ? connection : nil)
    guard let expired = deadlines.expired(at: clock.now), let url else { return nil }
    return expired.error(endpoint: url.endpoint)
  }

  // MARK: Parts

  private enum Pieces {
    case unknown
    /// The body is collected.
    case none
    case some(size: Int)

    /// Bytes that were handed over.
    var size: Int { if case .some(let size) = self { size } else { 0 } }
  }

  private var comesInPieces: Bool {
    guard case .pieces(let isWanted)? = order?.request.delivery else { return false }
    return isWanted(easy.long(CURLINFO_RESPONSE_CODE))
  }

  private func sendHead() {
    guard let order, !order.transfer.isCancelled else { return }
    order.receive(.head(response(to: order.request, version: easy.httpVersion)))
  }

  /// Reserves what the server announces, within reason, or refuses it at once.
  private func makeRoom() -> Bool {
    let announced = easy.large(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T)
    guard announced <= bodyLimit else {
      failure = .bodyTooLarge(limit: bodyLimit, announced: announced)
      return false
    }
    if announced > 0 { body.reserveCapacity(min(announced, 64 << 20)) }
    return true
  }

  private func sendFinalProgress() {
    guard meter != nil else { return }
    let progress = TransferProgress(
      sent: easy.large(CURLINFO_SIZE_UPLOAD_T), sentTotal: upload.size,
      received: easy.large(CURLINFO_SIZE_DOWNLOAD_T), receivedTotal: easy.large(CURLINFO_SIZE_DOWNLOAD_T))
    send(progress)
  }

  private func send(_ progress: TransferProgress) {
    guard let order, !order.transfer.isCancelled else { return }
    order.receive(.progress(progress))
  }
}

extension TransportError {
  fileprivate static func bodyTooLarge(limit: Int, announced: Int? = nil) -> TransportError {
    let what = announced.map { "the body of the answer has \($0) bytes" } ?? "the body of the answer goes on"
    return TransportError(.tooLarge, "\(what), but at most \(limit) are held in memory (maxBody)")
  }
}
