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
      state.ticket = ticket
      return state.isOver
    }
    if isOver { site.run.pool.finish(ticket) }
  }

  /// Ends it on the wire, or takes it out of the line.
  func cancel() {
    guard let (transfer, isStarted) = end() else { return }
    transfer?.cancel()
    if isStarted { site.run.events.append(.requestCancelled(request: request.id)) }
  }

  private func start() {
    let isWanted = state.withLock { state in
      state.isStarted = !state.isOver
      return state.isStarted
    }
    guard isWanted else { return }
    let events = site.run.events
    let wanted = events.wanted
    events.append(.requestStarted(request.description(detailed: wanted.contains(.headers) || wanted.contains(.bodies))))
    let transfer = site.run.transport.start(request.request) { event in self.receive(event) }
    let isOver = state.withLock { state in
      state.transfer = transfer
      return state.isOver
    }
    // Cancelled in between, or over already: then this does nothing.
    if isOver { transfer.cancel() }
  }

  private func receive(_ event: TransferEvent) {
    switch event {
    case .progress(let progress): site.run.events.append(.requestProgress(request: request.id, progress))
    case .finished(let response):
      guard end() != nil else { return }
      let wanted = site.run.events.wanted
      site.run.events.append(
        .requestFinished(
          request: request.id,
          ResponseDescription(response, headers: wanted.contains(.headers), body: wanted.contains(.bodies))))
      promise.resolve(.success(Exchanged(response: response, client: client, request: request)))
    case .failed(let error):
      guard end() != nil else { return }
      let kind: RunFailure.Kind = error.kind == .timeout ? .timeout : error.kind == .file ? .io : .transport
      let failure = site.fault(kind, error.message, request: request.description(detailed: true))
      site.run.events.append(.requestFailed(request: request.id, failure))
      promise.resolve(.failure(StepError(failure)))
    }
  }

  /// Its turn is over. `nil` where it was before.
  private func end() -> (transfer: (any Transfer)?, isStarted: Bool)? {
    let ended = state.withLock { state -> (RequestPool.Ticket?, (any Transfer)?, Bool)? in
      if state.isOver { return nil }
      state.isOver = true
      return (state.ticket, state.transfer, state.isStarted)
    }
    guard let (ticket, transfer, isStarted) = ended else { return nil }
    if let ticket { site.run.pool.finish(ticket) }
    return (transfer, isStarted)
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
