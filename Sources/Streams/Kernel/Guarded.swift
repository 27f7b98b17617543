import Synchronization

/// State behind a lock: a `Mutex` that ThreadSanitizer can follow.
///
/// The library's `Mutex` is not instrumented on Linux, and whatever it protects is reported as a race. The atomic adds
/// nothing to what the lock promises, and next to nothing to its cost; it shows the order to the tool.
public struct Guarded<State: ~Copyable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let order = Atomic<Bool>(false)

  public init(_ state: consuming sending State) { mutex = Mutex(state) }

  /// Runs `body` with the state to itself. It must call nothing foreign: no user's closure, no payload's release.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending State) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try mutex.withLock { state throws(Failure) in
      _ = order.load(ordering: .acquiring)
      defer { order.store(false, ordering: .releasing) }
      return try body(&state)
    }
  }
}
