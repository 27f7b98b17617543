import Dispatch
package import HTTP
import Synchronization

/// Carries requests with libcurl.
///
/// Transfers run on a thread of the transport's own, which begins with the first request and ends with the transport.
/// Requests are put on the wire in the order of the calls of `start`. Connections are kept and used again; as many are
/// opened as there are transfers at once (over HTTP/2 many transfers share one), so whoever wants a bound keeps it by
/// starting no more. Every `receive` is called on that thread and holds all transfers up while it runs.
///
/// The process needs no care for SIGPIPE on the transport's account: the thread blocks it, and asynchronous signals with
/// it, so those arrive elsewhere.
package final class CurlTransport: Transport {
  /// One loop for each list of `resolve` entries: libcurl keeps such entries, and the connections made by them, for every
  /// later transfer of the same handle, and a client must not reach hosts by the entries of another.
  private struct State {
    var loops: [[String]: TransferThread] = [:]
    var isShutDown = false
  }

  private let userAgent: String
  private let state = Mutex(State())

  /// - Parameter userAgent: Sent with every request that brings no `User-Agent` of its own, such as `pipeline/1.0`.
  package init(userAgent: String = "pipeline") {
    self.userAgent = userAgent
  }

  deinit {
    for thread in closeAll() { thread.close() }
  }

  package func start(_ request: Request, receive: @escaping @Sendable (TransferEvent) -> Void) -> any Transfer {
    let thread = thread(resolving: request.options.resolve)
    guard let thread, let transfer = thread.start(request, receive: receive) else {
      let transfer = CurlTransfer(inbox: nil)
      // Never from inside `start`: the caller may hold what `receive` needs.
      DispatchQueue.global().async {
        if transfer.end() { receive(.failed(TransportError(.other, "the transport was shut down"))) }
      }
      return transfer
    }
    return transfer
  }

  package func together(_ body: () -> Void) {
    // What reaches hosts by entries of its own is the exception, and does without.
    guard let thread = state.withLock({ $0.loops[[]] }) else { return body() }
    thread.together(body)
  }

  /// Cancels every transfer, closes every connection and waits until the transport's thread is gone; called on that thread,
  /// it does not wait. No `receive` is called after it returned, and what is started later fails. Idempotent.
  package func shutdown() {
    let threads = closeAll()
    for thread in threads { thread.close() }
    for thread in threads { thread.join() }
  }

  private func thread(resolving entries: [String]) -> TransferThread? {
    state.withLock { state in
      if state.isShutDown { return nil }
      if let thread = state.loops[entries] { return thread }
      let thread = TransferThread(userAgent: userAgent)
      state.loops[entries] = thread
      return thread
    }
  }

  private func closeAll() -> [TransferThread] {
    state.withLock { state in
      state.isShutDown = true
      return Array(state.loops.values)
    }
  }
}
