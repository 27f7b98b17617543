import HTTP
import RunEvents
import Streams
import Synchronization

/// One request on its way: waits for its turn, goes out, follows redirects, and keeps its promise, or is cancelled.
///
/// `submit` and `cancel` are called on the stream's queue, the rest by the pool and the transport.
final class FetchExchange: Sendable {
  struct Exchanged: Sendable {
    let response: Response
    let client: Int?
    /// The one that was answered so; behind redirects the last.
    let request: NumberedRequest
    let trail: RedirectTrail
    /// What of the body is still to come; `nil` where that is in the response, or in the file.
    var body: StreamedBody?
    /// The path, as written, of the file that holds the body.
    var downloaded: String?
  }

  private let built: RequestBuilder.Built
  private let attempt: Int
  private let cause: RequestCause?
  private let value: Int
  private let site: StepSite
  private let promise: Promise<Exchanged>
  private let receiver: (any BodyReceiver)?
  private let state: Mutex<State>

  private struct State {
    var ticket: RequestPool.Ticket?
    var trail: RedirectTrail
    /// The request that is under way, or the next to go out.
    var request: Int
    var transfer: (any Transfer)?
    var isStarted = false
    /// When it began to wait, by the scheduler's clock; behind a redirect it waits for nothing.
    var submittedAt: Duration?
    var isOver = false
    /// When the first request went out.
    var startedAt: Duration?
    /// The one whose body comes in pieces, once that has begun.
    var arriving: NumberedRequest?
    /// Bytes of pieces that were dealt with before the transfer could be told.
    var consumed = 0
  }

  /// - Parameters:
  ///   - value: the place, in its stream, of the value that it is sent for.
  ///   - attempt: which attempt of the step's it is, from 1.
  ///   - cause: why there is a request beside the first.
  init(
    _ built: RequestBuilder.Built, for value: Int, attempt: Int, cause: RequestCause?, at site: StepSite,
    promise: Promise<Exchanged>
  ) {
    self.value = value
    self.built = built
    self.attempt = attempt
    self.cause = cause
    self.site = site
    self.promise = promise
    receiver = built.pieces.makeReceiver(at: site)
    let trail = RedirectTrail(
      built.request, rules: built.redirects, contentType: built.contentType, mockURL: site.run.options.mockURL)
    state = Mutex(State(trail: trail, request: site.run.nextRequestID()))
  }

  func submit() {
    if site.run.events.wanted.contains(.values) {
      let now = site.run.scheduler.now
      state.withLock { $0.submittedAt = now }
    }
    let ticket = site.run.pool.submit(client: built.client, node: site.node) { self.start() }
    let isOver = state.withLock { state in
      if !state.isOver { state.ticket = ticket }
      return state.isOver
    }
    if isOver { site.run.pool.finish(ticket) }
  }

  /// Ends it on the wire, or takes it out of the line.
  func cancel() {
    guard let held = end({ $0.isStarted ? .requestCancelled(request: $0.request) : nil }) else { return }
    if let ticket = held.ticket { site.run.pool.finish(ticket) }
    held.transfer?.cancel()
    receiver?.discard()
  }

  // MARK: - On the wire

  private func start() { send(built.request, cause: cause) }

  private func send(_ request: Request, cause: RequestCause?) {
    let now = site.run.scheduler.now
    let (id, startedAt, hasCookies) = state.withLock { state in
      state.startedAt = state.startedAt ?? now
      return (state.request, state.startedAt ?? now, state.trail.isTrusted)
    }
    var request = request
    if hasCookies, let jar = built.jar, let cookies = jar.header(for: request.url, now: now) {
      request.headers.append(Header("Cookie", cookies))
    }
    // The bound on the whole is one for all redirects together.
    request.timeouts.total = request.timeouts.total.map { max($0 - (now - startedAt), .milliseconds(1)) }
    let numbered = NumberedRequest(
      request: request, id: id, attempt: attempt, cause: cause, node: site.node, step: site.step,
      value: value)
    let events = site.run.events
    let wanted = events.wanted
    var description =
      wanted.contains(.requests)
      ? numbered.description(detailed: wanted.contains(.headers) || wanted.contains(.bodies)) : nil
    let isWanted = state.withLock { state in
      if state.isOver { return false }
      state.isStarted = true
      if let submittedAt = state.submittedAt { description?.waited = now - submittedAt }
      if let description { events.append(.requestStarted(description)) }
      return true
    }
    guard isWanted else { return }
    let transfer = site.run.transport.start(request) { event in self.receive(event, of: numbered) }
    let (isOver, consumed) = state.withLock { state in
      // By now it may be over, and the next one under way.
      if !state.isOver, state.request == id { state.transfer = transfer }
      defer { state.consumed = 0 }
      return (state.isOver, state.consumed)
    }
    // Cancelled in between, or over already: then this does nothing.
    if isOver { transfer.cancel() }
    if consumed > 0 { transfer.consumed(consumed) }
  }

  private func receive(_ event: TransferEvent, of request: NumberedRequest) {
    switch event {
    case .progress(let progress):
      state.withLock { state in
        if !state.isOver { site.run.events.append(.requestProgress(request: request.id, progress)) }
      }
    case .head(let response):
      state.withLock { $0.arriving = request }
      keepCookies(of: response, to: request)
      receiver?.begin(response, of: self)
    case .piece(let bytes): receiver?.take(bytes, of: self)
    case .finished(let response):
      if let receiver, state.withLock({ $0.arriving != nil }) { return receiver.finish(response, of: self) }
      receive(response, to: request)
    case .failed(let error):
      let kind: RunFailure.Kind = error.kind == .timeout ? .timeout : error.kind == .file ? .io : .transport
      var failure = site.fault(kind, error.message, request: request.description(detailed: true))
      failure.details = state.withLock(\.trail.lines)
      var stepError = StepError(failure)
      stepError.isLasting = error.kind == .invalidURL || error.kind == .tooLarge
      if let receiver, state.withLock({ $0.arriving != nil }) { return receiver.fail(stepError, of: self) }
      keepPromise(.failure(stepError), telling: .requestFailed(request: request.id, failure))
    }
  }

  private func receive(_ response: Response, to request: NumberedRequest) {
    let event = event(of: response, to: request)
    keepCookies(of: response, to: request)
    do throws(RedirectTrail.Fault) {
      if let next = try follow(response, telling: event) { return send(next, cause: .redirect) }
    } catch {
      let failure = site.fault(
        .status, error.message, details: state.withLock(\.trail.lines), request: request.description(detailed: true),
        response: ResponseDescription(response, headers: true, body: true))
      return keepPromise(.failure(StepError(failure, status: response.status)), telling: event)
    }
    let trail = state.withLock(\.trail)
    keepPromise(
      .success(Exchanged(response: response, client: built.client, request: request, trail: trail)), telling: event)
  }

  private func event(of response: Response, to request: NumberedRequest) -> RunEvent.Kind? {
    let wanted = site.run.events.wanted
    guard wanted.contains(.requests) else { return nil }
    return .requestFinished(
      request: request.id,
      ResponseDescription(response, headers: wanted.contains(.headers), body: wanted.contains(.bodies)))
  }

  private func keepCookies(of response: Response, to request: NumberedRequest) {
    guard let jar = built.jar, state.withLock(\.trail.isTrusted) else { return }
    jar.store(response.headers, from: request.request.url, now: site.run.scheduler.now)
  }

  /// The request to which a response leads, the one before then being told to have ended; `nil` where it leads nowhere.
  private func follow(_ response: Response, telling event: RunEvent.Kind?) throws(RedirectTrail.Fault) -> Request? {
    guard built.redirects.most > 0, response.redirectLocation != nil else { return nil }
    var trail = state.withLock(\.trail)
    guard let next = try trail.next(after: response) else { return nil }
    let id = site.run.nextRequestID()
    let now = site.run.scheduler.now
    state.withLock { state in
      if state.isOver { return }
      if state.submittedAt != nil { state.submittedAt = now }
      if let event { site.run.events.append(event) }
      state.trail = trail
      state.request = id
      state.transfer = nil
      state.isStarted = false
    }
    return next
  }

  // MARK: - A body in pieces

  /// The response is one that is wanted, and its body is on the way. From here on it counts no more as in flight: what
  /// reads it may need further requests to come on.
  func keepPromise(with head: Response, _ body: StreamedBody) {
    let (request, trail, ticket) = state.withLock { ($0.arriving, $0.trail, $0.ticket) }
    guard let request else { preconditionFailure("a body begins behind its head") }
    promise.resolve(
      .success(Exchanged(response: head, client: built.client, request: request, trail: trail, body: body)))
    if let ticket { site.run.pool.finish(ticket) }
  }

  /// So many bytes of the pieces are dealt with.
  func consumed(_ count: Int) {
    let transfer = state.withLock { state in
      if state.transfer == nil, !state.isOver { state.consumed += count }
      return state.transfer
    }
    transfer?.consumed(count)
  }

  /// The body is whole, and dealt with.
  func end(with response: Response, downloaded: String? = nil) {
    let (request, trail) = state.withLock { ($0.arriving, $0.trail) }
    guard let request else { preconditionFailure("a body ends behind its head") }
    let exchanged = Exchanged(
      response: response, client: built.client, request: request, trail: trail, downloaded: downloaded)
    keepPromise(.success(exchanged), telling: event(of: response, to: request))
  }

  /// The body broke off.
  func end(with error: StepError) {
    let request = state.withLock { $0.arriving?.id ?? $0.request }
    keepPromise(.failure(error), telling: .requestFailed(request: request, error.failure))
  }

  /// The body can't be taken.
  func fail(_ kind: RunFailure.Kind, _ message: String) {
    let (transfer, request) = state.withLock { ($0.transfer, $0.arriving) }
    var error = StepError(site.fault(kind, message, request: request?.description(detailed: true)))
    error.isLasting = true
    end(with: error)
    transfer?.cancel()
  }

  // MARK: - Its end

  /// The transport is through with it. Nothing happens where it was cancelled before.
  ///
  /// Its place becomes free only then: what the result leads to is ready by the time the next request is chosen.
  private func keepPromise(_ result: Result<Exchanged, any Error>, telling event: RunEvent.Kind?) {
    guard let held = end({ _ in event }) else { return }
    promise.resolve(result)
    if let ticket = held.ticket { site.run.pool.finish(ticket) }
  }

  /// Its end: tells of it, and lets go of what it held, which holds it in turn. `nil` where it had ended before.
  ///
  /// - Parameter event: what is told, if anything; asked for and told under the lock, so that nothing is told of a request
  ///   after its end, nor of its end before its start.
  private func end(
    _ event: (borrowing State) -> RunEvent.Kind?
  ) -> (ticket: RequestPool.Ticket?, transfer: (any Transfer)?)? {
    state.withLock { state in
      if state.isOver { return nil }
      state.isOver = true
      if let event = event(state) { site.run.events.append(event) }
      return (state.ticket.take(), state.transfer.take())
    }
  }
}

extension RequestDescription {
  /// How much of a body is kept to be shown, and to be sent again.
  static let shownBytes = 8 << 10
}

/// A request with its place in the run.
struct NumberedRequest: Sendable {
  let request: Request
  let id: Int
  let attempt: Int
  let cause: RequestCause?
  let node: Int
  let step: StepDescription
  let value: Int

  /// What stands before the first file.
  private static func text(_ parts: [RequestBody.Part]) -> String {
    var bytes: [UInt8] = []
    for part in parts {
      guard case .bytes(let more) = part, bytes.count < RequestDescription.shownBytes else { break }
      bytes += more.prefix(RequestDescription.shownBytes - bytes.count)
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// All of them, where the texts are short.
  private static func pieces(_ parts: [RequestBody.Part]) -> RequestPieces? {
    var pieces: [RequestPieces.Piece] = []
    var size = 0
    for part in parts {
      switch part {
      case .bytes(let bytes):
        size += bytes.count
        guard size <= RequestDescription.shownBytes, let text = String(validating: bytes, as: UTF8.self) else {
          return nil
        }
        pieces.append(.text(text))
      case .file(let path, _): pieces.append(.file(path))
      }
    }
    return RequestPieces(body: pieces)
  }

  /// - Parameter detailed: with headers and the body's start, which cost something to make.
  func description(detailed: Bool) -> RequestDescription {
    var size = 0
    var start: String?
    var file: String?
    var pieces: RequestPieces?
    switch request.body {
    case .none: break
    case .bytes(let bytes):
      size = bytes.count
      if detailed { start = String(decoding: bytes.prefix(RequestDescription.shownBytes), as: UTF8.self) }
    case .file(let path, let bytes): (file, size) = (path, bytes)
    case .parts(let parts):
      size = request.body.size
      if detailed {
        start = Self.text(parts)
        pieces = Self.pieces(parts)
      }
    }
    return RequestDescription(
      id: id, node: node, step: step, attempt: attempt, cause: cause, method: request.method, url: request.url,
      headers: detailed ? request.headers : [], bodySize: size, bodyStart: start, uploadFile: file, pieces: pieces,
      value: value)
  }
}
