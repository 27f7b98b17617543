import CMicrohttpd
import Dispatch
import Synchronization

/// The connections that wait for their delay to pass. A waiting connection occupies no thread.
///
/// libmicrohttpd must see every connection resumed before it is stopped, and none twice: each suspension has its own
/// ticket, and whoever takes the ticket out, timer or `stop()`, resumes the connection.
final class SuspendedConnections: Sendable {
  private struct State {
    var isStopping = false
    var nextTicket = 0
    var waiting: [Int: Connection] = [:]
  }

  /// `MHD_resume_connection` may be called from any thread; nothing else is done with the pointer here, and the
  /// connection cannot end while it is suspended (tested by `stopsWhileRequestsWait` under the thread sanitizer).
  private struct Connection: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let state = Mutex(State())
  private let timers = DispatchQueue(label: "mock.delays")

  var isStopping: Bool { state.withLock { $0.isStopping } }

  /// Suspends the connection of the request being handled for `delay`, or, without one, until the server stops.
  ///
  /// - Returns: false, with nothing done, when the server is stopping.
  func suspend(_ pointer: OpaquePointer, for delay: Duration?) -> Bool {
    let connection = Connection(pointer: pointer)
    let ticket: Int? = state.withLock { state in
      guard !state.isStopping else { return nil }
      MHD_suspend_connection(connection.pointer)
      state.nextTicket += 1
      state.waiting[state.nextTicket] = connection
      return state.nextTicket
    }
    guard let ticket else { return false }
    if let delay {
      timers.asyncAfter(deadline: .now() + delay.dispatchInterval) { [weak self] in self?.resume(ticket) }
    }
    return true
  }

  /// Resumes all that wait and suspends no more.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      for connection in state.waiting.values { MHD_resume_connection(connection.pointer) }
      state.waiting = [:]
    }
  }

  private func resume(_ ticket: Int) {
    state.withLock { state in
      guard let connection = state.waiting.removeValue(forKey: ticket) else { return }
      MHD_resume_connection(connection.pointer)
    }
  }
}

extension Duration {
  /// To the nanosecond up to a year, which stands for anything longer.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    guard seconds < 31_536_000 else { return .seconds(31_536_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
