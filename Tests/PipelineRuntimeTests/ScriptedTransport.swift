import HTTP
import Streams
import Synchronization

/// What the transport of a test answers.
enum Reply: Sendable {
  case response(status: Int = 200, headers: [Header] = [], body: [UInt8] = [], after: Duration = .zero)
  case failure(TransportError, after: Duration = .zero)
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
      queue.async(after: time) { transfer.end(.finished(response)) }
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
    queue.async { transfer.end(.finished(response)) }
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
  let id: Int
  let name: String
  private let transport: ScriptedTransport
  private let receive: Mutex<(@Sendable (TransferEvent) -> Void)?>

  init(id: Int, name: String, transport: ScriptedTransport, receive: @escaping @Sendable (TransferEvent) -> Void) {
    self.id = id
    self.name = name
    self.transport = transport
    self.receive = Mutex(receive)
  }

  func end(_ event: TransferEvent) {
    guard let receive = receive.withLock({ $0.take() }) else { return }
    transport.forget(self, isCancelled: false)
    receive(event)
  }

  func cancel() {
    guard receive.withLock({ $0.take() }) != nil else { return }
    transport.forget(self, isCancelled: true)
  }
}
