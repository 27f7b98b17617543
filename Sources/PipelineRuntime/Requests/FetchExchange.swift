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
    /// When it began to wait, by the scheduler's clock.
    var submittedAt: Duration?
    var isOver = false
  }

  /// - Parameter value: the place, in its stream, of the value that it is sent for.
  init(_ built: RequestBuilder.Built, for value: Int, at site: StepSite, promise: Promise<Exchanged>) {
    request = NumberedRequest(
      request: built.request, id: site.run.nextRequestID(), node: site.node, step: site.step, value: value)
    client = built.client
    self.site = site
    self.promise = promise
  }

  func submit() {
    if site.run.events.wanted.contains(.values) {
      let now = site.run.scheduler.now
      state.withLock { $0.submittedAt = now }
    }
    let ticket = site.run.pool.submit(client: client, node: site.node) { self.start() }
    let isOver = state.withLock { state in
      if !state.isOver { state.ticket = ticket }
      return state.isOver
    }
    if isOver { site.run.pool.finish(ticket) }
  }

  /// Ends it on the wire, or takes it out of the line.
  func cancel() {
    guard let held = end({ isStarted in isStarted ? .requestCancelled(request: request.id) : nil }) else { return }
    if let ticket = held.ticket { site.run.pool.finish(ticket) }
    held.transfer?.cancel()
  }

  private func start() {
    let events = site.run.events
    let wanted = events.wanted
    var description =
      wanted.contains(.requests)
      ? request.description(detailed: wanted.contains(.headers) || wanted.contains(.bodies)) : nil
    let isWanted = state.withLock { state in
      if state.isOver { return false }
      state.isStarted = true
      if let submittedAt = state.submittedAt { description?.waited = site.run.scheduler.now - submittedAt }
      if let description { events.append(.requestStarted(description)) }
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
    case .head, .piece: break
    case .finished(let response):
      let wanted = site.run.events.wanted
      let description =
        wanted.contains(.requests)
        ? ResponseDescription(response, headers: wanted.contains(.headers), body: wanted.contains(.bodies)) : nil
      keepPromise(
        .success(Exchanged(response: response, client: client, request: request)),
        telling: description.map { .requestFinished(request: request.id, $0) })
    case .failed(let error):
      let kind: RunFailure.Kind = error.kind == .timeout ? .timeout : error.kind == .file ? .io : .transport
      let failure = site.fault(kind, error.message, request: request.description(detailed: true))
      keepPromise(.failure(StepError(failure)), telling: .requestFailed(request: request.id, failure))
    }
  }

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
    _ event: (_ isStarted: Bool) -> RunEvent.Kind?
  ) -> (ticket: RequestPool.Ticket?, transfer: (any Transfer)?)? {
    state.withLock { state in
      if state.isOver { return nil }
      state.isOver = true
      if let event = event(state.isStarted) { site.run.events.append(event) }
      return (state.ticket.take(), state.transfer.take())
    }
  }
}

/// A request with its place in the run.
struct NumberedRequest: Sendable {
  let request: Request
  let id: Int
  let node: Int
  let step: StepDescription
  let value: Int

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
    case .parts: size = request.body.size
    }
    return RequestDescription(
      id: id, node: node, step: step, attempt: 1, method: request.method, url: request.url,
      headers: detailed ? request.headers : [], bodySize: size, bodyStart: start, uploadFile: file,
      value: value)
  }
}
