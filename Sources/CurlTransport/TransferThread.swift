import Dispatch
import HTTP
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The thread that runs a `TransferLoop`. It begins with the first request.
final class TransferThread: Sendable {
  private let inbox = Inbox()
  private let userAgent: String
  private let hasBegun = Mutex(false)
  private let ended = DispatchGroup()
  private let identity = Identity()

  init(userAgent: String) {
    self.userAgent = userAgent
  }

  /// `nil` if the thread was closed.
  func start(_ request: Request, receive: @escaping @Sendable (TransferEvent) -> Void) -> CurlTransfer? {
    let transfer = CurlTransfer(inbox: inbox)
    guard inbox.post(.start(Order(request: request, receive: receive, transfer: transfer))) else { return nil }
    hasBegun.withLock { hasBegun in
      if !hasBegun {
        hasBegun = true
        begin()
      }
    }
    return transfer
  }

  /// Has what `body` starts begin together.
  func together(_ body: () -> Void) { inbox.together(body) }

  /// Asks the thread to cancel all transfers and end.
  func close() {
    inbox.close()
  }

  /// Waits for the end of the thread, unless it is the calling one.
  func join() {
    if !identity.isCurrent { ended.wait() }
  }

  private func begin() {
    ended.enter()
    let body = ThreadBody { [inbox, ended, identity, userAgent] in
      identity.setCurrent()
      TransferLoop.run(inbox: inbox, userAgent: userAgent)
      identity.clear()
      ended.leave()
    }
    body.beginDetached()
  }
}

/// Which thread is the one. Zero is none.
private final class Identity: Sendable {
  private let value = Atomic<UInt>(0)

  var isCurrent: Bool { value.load(ordering: .acquiring) == Self.current }

  func setCurrent() { value.store(Self.current, ordering: .releasing) }

  func clear() { value.store(0, ordering: .releasing) }

  private static var current: UInt {
    #if canImport(Glibc)
      pthread_self()
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }
}

/// A closure on its way to a new thread.
private final class ThreadBody: Sendable {
  private let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }

  func beginDetached() {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let context = Unmanaged.passRetained(self)
    let status = pthread_create(&thread, &attributes, threadMain, context.toOpaque())
    pthread_attr_destroy(&attributes)
    // Nothing can be carried without the thread; there is nobody to tell who could do anything about it.
    precondition(status == 0, "the system refused to start a thread: \(String(cString: strerror(status)))")
  }

  fileprivate func main() {
    // SIGPIPE is sent to the thread that writes: blocked here, a write to a closed connection is only an error. The signals
    // that end a program are for the threads that wait for them.
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    run()
  }
}

#if canImport(Darwin)
  private func threadMain(_ context: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().main()
    return nil
  }
#else
  private func threadMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { preconditionFailure("the thread was started without its body") }
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().main()
    return nil
  }
#endif
