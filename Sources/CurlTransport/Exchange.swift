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
    meter = nil
    failure = nil
    lists = []
    head.removeAll()
  }

  /// What libcurl's end of the transfer means. The last count of a progress meter is sent on the way.
  func outcome(_ code: CURLcode) -> TransferEvent {
    guard let request = order?.request, let url else { preconditionFailure("a transfer ended that never began") }
    if let failure { return .failed(failure) }
    guard code == CURLE_OK else { return .failed(easy.failure(code, of: request, url: url, received: body.count)) }
    // libcurl takes an end within the head for the end of an answer without a body.
    guard head.isComplete else {
      return .failed(TransportError(.truncated, "the connection was closed within the headers of the answer"))
    }
    let version = easy.httpVersion
    // Another transfer may have the connection by now: what is unread then is the answer to that one.
    if version.hasPrefix("1"), takers.isLast(seat, at: easy.long(CURLINFO_LOCAL_PORT)) {
      easy.endConnectionWithUnreadBytes()
    }
    let response = Response(
      status: easy.long(CURLINFO_RESPONSE_CODE), headers: head.headers, url: request.url, body: body,
      timings: easy.timings, httpVersion: version)
    sendFinalProgress()
    return .finished(response)
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

  /// False ends the transfer.
  func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
    deadlines.noteAnswer(at: clock.now)
    if body.isEmpty, !makeRoom() { return false }
    guard bytes.count <= bodyLimit - body.count else {
      failure = .bodyTooLarge(limit: bodyLimit)
      return false
    }
    body.append(contentsOf: bytes)
    return true
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
