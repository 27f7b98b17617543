import HTTP
import RunEvents
import Streams
import Synchronization

/// One request on its way: waits for its turn, goes out, and keeps its promise, or is cancelled.
///
/// `submit` and `cancel` are called on the stream's queue, the rest by the pool and the transport.
final class FetchExchange: Sendable {
  struct Exchanged: Sendable {
    let response: Response
    let client: Int?
    let request: NumberedRequest
  }

  private let request: NumberedRequest
  private let client: Int?
  private let site: StepSite
  private let promise: Promise<Exchanged>
  private let state = Mutex(State())

  private struct State {
    var ticket: RequestPool.Ticket?
    var transfer: (any Transfer)?
    var isStarted = false
    var isOver = false
  }

  init(_ built: RequestBuilder.Built, at site: StepSite, promise: Promise<Exchanged>) {
    request = NumberedRequest(request: built.request, id: site.run.nextRequestID(), node: site.node, step: site.step)
    client = built.client
    self.site = site
    self.promise = promise
  }

  func submit() {
    let ticket = site.run.pool.submit(client: client, node: site.node) { self.start() }
    let isOver = state.withLock { state in
      if !state.isOver { state.ticket = ticket }
      return state.isOver
    }
    if isOver { site.run.pool.finish(ticket) }
  }

  /// Ends it on the wire, or takes it out of the line.
  func cancel() {
    end { isStarted in isStarted ? .requestCancelled(request: request.id) : nil }?.cancel()
  }

  private func start() {
    let events = site.run.events
    let wanted = events.wanted
    let description = request.description(detailed: wanted.contains(.headers) || wanted.contains(.bodies))
    let isWanted = state.withLock { state in
      if state.isOver { return false }
      state.isStarted = true
      events.append(.requestStarted(description))
      return true
    }
    guard isWanted else { return }
    let transfer = site.run.transport.start(request.request) { event in self.receive(event) }
    let isOver = state.withLock { state in
      if !state.isOver { state.transfer = transfer }
      return state.isOver
    }
    // Cancelled in between, or over already: then this does nothing.
    if isOver { transfer.cancel() }
  }

  private func receive(_ event: TransferEvent) {
    switch event {
    case .progress(let progress):
      state.withLock { state in
        if !state.isOver { site.run.events.append(.requestProgress(request: request.id, progress)) }
      }
    case .finished(let response):
      let wanted = site.run.events.wanted
      let description = ResponseDescription(
        response, headers: wanted.contains(.headers), body: wanted.contains(.bodies))
      finish(
        .requestFinished(request: request.id, description),
        .success(Exchanged(response: response, client: client, request: request)))
    case .failed(let error):
      let kind: RunFailure.Kind = error.kind == .timeout ? .timeout : error.kind == .file ? .io : .transport
      let failure = site.fault(kind, error.message, request: request.description(detailed: true))
      finish(.requestFailed(request: request.id, failure), .failure(StepError(failure)))
    }
  }

  /// The transport is through with it.
  private func finish(_ event: RunEvent.Kind, _ result: Result<Exchanged, any Error>) {
    end(resolving: result) { _ in event }
  }

  /// Its turn is over: tells so, and lets go of what it held, which holds it in turn. Only the first call does anything.
  ///
  /// The promise is kept before another request may take the place: what follows from the result is then in line with what
  /// was ready before, and declared order decides between them.
  ///
  /// - Parameter event: what is told, if anything; asked for and told under the lock, so that nothing is told of a request
  ///   after its end, nor of its end before its start.
  /// - Returns: what may have to be cancelled.
  @discardableResult
  private func end(
    resolving result: Result<Exchanged, any Error>? = nil, _ event: (_ isStarted: Bool) -> RunEvent.Kind?
  ) -> (any Transfer)? {
    let ended = state.withLock { state -> (ticket: RequestPool.Ticket?, transfer: (any Transfer)?)? in
      if state.isOver { return nil }
      state.isOver = true
      if let event = event(state.isStarted) { site.run.events.append(event) }
      return (state.ticket.take(), state.transfer.take())
    }
    guard let ended else { return nil }
    if let result { promise.resolve(result) }
    if let ticket = ended.ticket { site.run.pool.finish(ticket) }
    return ended.transfer
  }
}

/// A request with its place in the run.
struct NumberedRequest: Sendable {
  let request: Request
  let id: Int
  let node: Int
  let step: StepDescription

  /// - Parameter detailed: with headers and the body's start, which cost something to make.
  func description(detailed: Bool) -> RequestDescription {
    var size = 0
    var start: String?
    var file: String?
    switch request.body {
    case .none: break
    case .bytes(let bytes):
      size = bytes.count
      if detailed { start = String(decoding: bytes.prefix(ResponseDescription.shownBytes), as: UTF8.self) }
    case .file(let path, let bytes): (file, size) = (path, bytes)
    }
    return RequestDescription(
      id: id, node: node, step: step, attempt: 1, method: request.method, url: request.url,
      headers: detailed ? request.headers : [], bodySize: size, bodyStart: start, uploadFile: file)
  }
}
