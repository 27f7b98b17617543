import CMicrohttpd
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// An HTTP/1.1 server on a port of this machine that answers from a list of routes.
///
/// Requests are handled on a few threads of its own; a reply's delay occupies none of them, so that any number of delayed
/// replies overlap. Without a route for a request it answers 404, or 405 where the path has routes for other methods.
package final class MockServer: Sendable {
  private enum State {
    case idle
    case running(Daemon, port: Int)
    case stopped
  }

  /// libmicrohttpd's daemon is made for use from several threads; it is started once, asked for its port, and stopped
  /// once, each by whoever holds the lock's state (tested by `stopsWhileRequestsWait` under the thread sanitizer).
  private struct Daemon: @unchecked Sendable {
    let pointer: OpaquePointer
  }

  private let host: String
  private let wantedPort: Int
  private let core: MockCore
  private let state = Mutex(State.idle)

  /// - Parameters:
  ///   - host: An IPv4 or IPv6 address in digits, or `localhost`.
  ///   - port: 0 takes a free one.
  ///   - keptBody: How many bytes of a request's body are kept for the reply to look at; the rest is counted and dropped.
  ///   - observe: Told of each request and its reply, before the reply is sent, on the thread that handles it.
  package init(
    host: String = "127.0.0.1", port: Int = 0, routes: [MockRoute], keptBody: Int = 1 << 20,
    observe: (@Sendable (MockRequest, MockReply) -> Void)? = nil
  ) {
    self.host = host == "localhost" ? "127.0.0.1" : host
    wantedPort = port
    core = MockCore(router: MockRouter(routes: routes), keptBody: keptBody, observe: observe)
  }

  deinit { stop() }

  /// Opens the port. A server starts once.
  package func start() throws(MockServerError) {
    let failure: MockServerError? = state.withLock { state in
      guard case .idle = state else { return MockServerError("the mock server was started before") }
      guard let port = UInt16(exactly: wantedPort) else {
        return MockServerError("\(wantedPort) is no port: a number from 0 to 65535 is wanted")
      }
      var setup = pl_daemon_setup(
        handle: MockCallbacks.handle, completed: MockCallbacks.completed, begin: MockCallbacks.begin,
        user: Unmanaged.passUnretained(core).toOpaque(), threads: 2, connections: 16_384, connectionMemory: 32 << 10)
      guard let daemon = pl_start_daemon(host, port, &setup) else {
        let reason = errno == 0 ? "" : ": " + String(cString: strerror(errno)).lowercasedFirst
        return MockServerError("cannot listen on \(host) port \(port)\(reason)")
      }
      state = .running(Daemon(pointer: daemon), port: Int(pl_daemon_port(daemon)))
      return nil
    }
    if let failure { throw failure }
  }

  /// The port it listens on; before `start()` and after `stop()` the one asked for.
  package var port: Int {
    state.withLock { state in
      if case .running(_, let port) = state { port } else { wantedPort }
    }
  }

  /// `http://HOST:PORT`, without a slash at the end. A server on all addresses names the loopback one.
  package var url: String {
    let name =
      switch host {
      case "0.0.0.0": "127.0.0.1"
      case "::": "[::1]"
      default: host.contains(":") ? "[\(host)]" : host
      }
    return "http://\(name):\(port)"
  }

  /// Closes the port and every connection; requests in flight get no answer. Returns when the last has ended. Idempotent;
  /// must not be called from within `respond` or `observe`.
  package func stop() {
    let daemon: Daemon? = state.withLock { state in
      defer { state = .stopped }
      if case .running(let daemon, _) = state { return daemon }
      return nil
    }
    guard let daemon else { return }
    core.suspended.stop()
    MHD_stop_daemon(daemon.pointer)
  }
}

/// Why the server does not run, in the user's words.
package struct MockServerError: Error, Sendable, Equatable {
  package let message: String
  init(_ message: String) { self.message = message }
}

extension String {
  fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
