import HTTP
import Streams
import Synchronization

/// What the transport of a test answers.
enum Reply: Sendable {
  case response(status: Int = 200, headers: [Header] = [], body: [UInt8] = [], after: Duration = .zero)
  case failure(TransportError, after: Duration = .zero)
  /// A body whose pieces come one after the other, each so long after the one before, as far as they are consumed.
  case stream(
    status: Int = 200, headers: [Header] = [], [String], every: Duration = .zero, failure: TransportError? = nil)
  /// Nothing comes until the test says so.
  case held

  static func json(_ text: String, status: Int = 200, after: Duration = .zero) -> Reply {
    .response(
      status: status, headers: [Header("Content-Type", "application/json")], body: Array(text.utf8), after: after)
  }

  static func text(_ text: String, type: String = "text/plain", status: Int = 200, after: Duration = .zero) -> Reply {
    .response(status: status, headers: [Header("Content-Type", type)], body: Array(text.utf8), after: after)
  }

  static func status(_ status: Int, after: Duration = .zero) -> Reply { .response(status: status, after: after) }
}

/// A transport without a network: answers by a script, on the scheduler's time or by hand, and keeps count.
final class ScriptedTransport: Transport {
  /// The answer to a request; `attempt` counts those of the same method and URL, from 0.
  typealias Script = @Sendable (_ request: Request, _ attempt: Int) -> Reply

  private let queue: SerialQueue
  private let script: Script
  private let state = Mutex(State())

  private struct State {
    var requests: [Request] = []
    var attempts: [String: Int] = [:]
    var running: [Int: ScriptedTransfer] = [:]
    var cancelled: [String] = []
    var mostRunning = 0
    var mostUnconsumed = 0
    var pieceCount = 0
  }

  init(scheduler: any Scheduler, script: @escaping Script) {
    queue = scheduler.makeQueue(label: "wire")
    self.script = script
  }

  func start(_ request: Request, receive: @escaping @Sendable (TransferEvent) -> Void) -> any Transfer {
    let (transfer, attempt) = state.withLock { state in
      let name = Self.name(request)
      let attempt = state.attempts[name, default: 0]
      state.attempts[name] = attempt + 1
      let transfer = ScriptedTransfer(id: state.requests.count, name: name, transport: self, receive: receive)
      state.requests.append(request)
      state.running[transfer.id] = transfer
      state.mostRunning = max(state.mostRunning, state.running.count)
      return (transfer, attempt)
    }
    switch script(request, attempt) {
    case .held: break
    case .response(let status, let headers, let body, let time):
      let response = Response(status: status, headers: headers, url: request.url, body: body)
      queue.async(after: time) { transfer.end(with: response, of: request) }
    case .stream(let status, let headers, let pieces, let time, let failure):
      let head = Response(status: status, headers: headers, url: request.url, body: [])
      queue.async(after: time) {
        transfer.send(pieces.map { Array($0.utf8) }, every: time, head, failure, as: request.delivery, on: self.queue)
      }
    case .failure(let error, let time):
      queue.async(after: time) { transfer.end(.failed(error)) }
    }
    return transfer
  }

  // MARK: What the test sees and does

  static func name(_ request: Request) -> String { "\(request.method) \(request.url)" }

  var requests: [Request] { state.withLock(\.requests) }
  /// `GET http://a.test/x`, in the order of the starts.
  var started: [String] { requests.map(Self.name) }
  var running: [String] { state.withLock { $0.running.sorted { $0.key < $1.key }.map(\.value.name) } }
  var cancelled: [String] { state.withLock(\.cancelled) }
  /// The most bytes of pieces that one transfer ever waited for to be consumed.
  var mostUnconsumed: Int { state.withLock(\.mostUnconsumed) }
  /// How many pieces were sent.
  var pieceCount: Int { state.withLock(\.pieceCount) }

  fileprivate func notePiece(unconsumed: Int) {
    state.withLock { state in
      state.pieceCount += 1
      state.mostUnconsumed = max(state.mostUnconsumed, unconsumed)
    }
  }

  /// The most that ever were under way.
  var mostRunning: Int { state.withLock(\.mostRunning) }

  /// Answers the first running request whose name ends so.
  func answer(_ suffix: String, _ json: String, status: Int = 200) {
    let transfer = state.withLock { state in
      state.running.sorted { $0.key < $1.key }.map(\.value).first { $0.name.hasSuffix(suffix) }
    }
    guard let transfer else { preconditionFailure("no request to '\(suffix)' is under way") }
    let url = String(transfer.name.split(separator: " ")[1])
    let response = Response(
      status: status, headers: [Header("Content-Type", "application/json")], url: url, body: Array(json.utf8))
    queue.async { transfer.end(with: response, of: nil) }
  }

  fileprivate func forget(_ transfer: ScriptedTransfer, isCancelled: Bool) {
    state.withLock { state in
      guard state.running.removeValue(forKey: transfer.id) != nil, isCancelled else { return }
      state.cancelled.append(transfer.name)
    }
  }
}

/// One request under way in a `ScriptedTransport`.
final class ScriptedTransfer: Transfer {
  /// Bytes of pieces that wait for their consumer before no more come.
  static let window = 64

  private struct State {
    var receive: (@Sendable (TransferEvent) -> Void)?
    var unconsumed = 0
    var whenConsumed: (@Sendable () -> Void)?
  }

  let id: Int
  let name: String
  private let transport: ScriptedTransport
  private let state: Mutex<State>

  init(id: Int, name: String, transport: ScriptedTransport, receive: @escaping @Sendable (TransferEvent) -> Void) {
    self.id = id
    self.name = name
    self.transport = transport
    state = Mutex(State(receive: receive))
  }

  func end(_ event: TransferEvent) {
    guard let receive = state.withLock({ $0.receive.take() }) else { return }
    transport.forget(self, isCancelled: false)
    receive(event)
  }

  /// In pieces where the request asks for that.
  func end(with response: Response, of request: Request?) {
    guard case .pieces(let isWanted)? = request?.delivery, isWanted(response.status) else {
      return end(.finished(response))
    }
    var head = response
    head.body = []
    deliver(.head(head))
    if !response.body.isEmpty { deliver(.piece(response.body)) }
    head.deliveredSize = response.body.count
    end(.finished(head))
  }

  func send(
    _ pieces: [[UInt8]], every time: Duration, _ head: Response, _ failure: TransportError?,
    as delivery: BodyDelivery, on queue: SerialQueue
  ) {
    guard case .pieces(let isWanted) = delivery, isWanted(head.status) else {
      var response = head
      response.body = pieces.flatMap { $0 }
      return end(failure.map { .failed($0) } ?? .finished(response))
    }
    deliver(.head(head))
    send(pieces[...], every: time, head, failure, on: queue)
  }

  private func send(
    _ pieces: ArraySlice<[UInt8]>, every time: Duration, _ head: Response, _ failure: TransportError?,
    on queue: SerialQueue
  ) {
    guard let piece = pieces.first else {
      return end(failure.map { .failed($0) } ?? .finished(head))
    }
    if state.withLock({ $0.receive == nil }) { return }
    var head = head
    head.deliveredSize += piece.count
    let unconsumed = state.withLock { state in
      state.unconsumed += piece.count
      return state.unconsumed
    }
    transport.notePiece(unconsumed: unconsumed)
    deliver(.piece(piece))
    let next: @Sendable () -> Void = { [head] in
      queue.async(after: time) { self.send(pieces.dropFirst(), every: time, head, failure, on: queue) }
    }
    let goesOn = state.withLock { state in
      if state.unconsumed < Self.window { return true }
      state.whenConsumed = next
      return false
    }
    if goesOn { next() }
  }

  private func deliver(_ event: TransferEvent) { state.withLock(\.receive)?(event) }

  func consumed(_ count: Int) {
    let next = state.withLock { state in
      state.unconsumed -= count
      return state.unconsumed < Self.window ? state.whenConsumed.take() : nil
    }
    next?()
  }

  func cancel() {
    let old = state.withLock { state in
      let old = state
      state.receive = nil
      state.whenConsumed = nil
      return old
    }
    guard old.receive != nil else { return }
    transport.forget(self, isCancelled: true)
  }
}
