import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// One thread with a stack that deep recursion in C does not exhaust; it does one job after the other.
///
/// It ends when this object is gone and its job is done. A job that never ends keeps its thread and nothing else.
final class LargeStackThread: Sendable {
  private let queue = Queue()

  private final class Queue: Sendable {
    struct State {
      var jobs: [@Sendable () -> Void] = []
      var isClosed = false
    }

    let state = Mutex(State())
    let work = DispatchSemaphore(value: 0)
  }

  /// Nil where the system gives no further thread.
  init?() {
    // Only what is touched costs memory; where address space is short a smaller one must do.
    for megabytes in [512, 64, 8] where Self.start(queue, stackSize: megabytes << 20) { return }
    return nil
  }

  deinit {
    queue.state.withLock { $0.isClosed = true }
    queue.work.signal()
  }

  func perform(_ job: @escaping @Sendable () -> Void) {
    queue.state.withLock { $0.jobs.append(job) }
    queue.work.signal()
  }

  private static func start(_ queue: Queue, stackSize: Int) -> Bool {
    var attributes = pthread_attr_t()
    guard pthread_attr_init(&attributes) == 0 else { return false }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setstacksize(&attributes, stackSize)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    let argument = Unmanaged.passRetained(queue).toOpaque()
    let status = create(&attributes, argument)
    if status != 0 { Unmanaged<Queue>.fromOpaque(argument).release() }
    return status == 0
  }

  private static func create(_ attributes: UnsafePointer<pthread_attr_t>, _ argument: UnsafeMutableRawPointer) -> Int32
  {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    return pthread_create(&thread, attributes, runLargeStackThread, argument)
  }

  fileprivate static func run(_ argument: UnsafeMutableRawPointer) {
    let queue = Unmanaged<Queue>.fromOpaque(argument).takeRetainedValue()
    // Signals are for the program's other threads.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    while true {
      queue.work.wait()
      let next = queue.state.withLock { state -> (job: (@Sendable () -> Void)?, isClosed: Bool) in
        (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
      }
      if let job = next.job { job() } else if next.isClosed { return }
    }
  }
}

// Formed here, outside of any actor, because the system calls it on the new thread.
#if canImport(Darwin)
  private func runLargeStackThread(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    LargeStackThread.run(argument)
    return nil
  }
#else
  private func runLargeStackThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument else { preconditionFailure("the thread was given no queue") }
    LargeStackThread.run(argument)
    return nil
  }
#endif
