import CMicrohttpd
import Dispatch

/// The connections that wait for their delay to pass. A waiting connection occupies no thread.
///
/// libmicrohttpd must see every connection resumed before it is stopped, and none twice: each suspension has its own
/// ticket, and whoever takes the ticket out, timer or `stop()`, resumes the connection.
///
/// All of `waiting`, `nextTicket` and `stopping` is touched on `queue` only, where the timers fire, too; tested by
/// `stopsWhileRequestsWait` under the thread sanitizer.
final class SuspendedConnections: @unchecked Sendable {
  private let queue = DispatchQueue(label: "mock.delays")
  private var stopping = false
  private var nextTicket = 0
  private var waiting: [Int: OpaquePointer] = [:]

  var isStopping: Bool { queue.sync { stopping } }

  /// Suspends the connection of the request being handled for `delay`, or, without one, until the server stops.
  ///
  /// - Returns: false, with nothing done, when the server is stopping.
  func suspend(_ connection: OpaquePointer, for delay: Duration?) -> Bool {
    queue.sync {
      guard !stopping else { return false }
      MHD_suspend_connection(connection)
      nextTicket += 1
      let ticket = nextTicket
      waiting[ticket] = connection
      if let delay {
        queue.asyncAfter(deadline: .now() + delay.dispatchInterval) { [weak self] in self?.resume(ticket) }
      }
      return true
    }
  }

  /// Resumes all that wait and suspends no more.
  func stop() {
    queue.sync {
      stopping = true
      for connection in waiting.values { MHD_resume_connection(connection) }
      waiting = [:]
    }
  }

  private func resume(_ ticket: Int) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let connection = waiting.removeValue(forKey: ticket) else { return }
    MHD_resume_connection(connection)
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
