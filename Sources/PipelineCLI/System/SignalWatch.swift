@preconcurrency import Dispatch
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Takes SIGINT and SIGTERM from now on until `cancel()`.
final class SignalWatch: Sendable {
  private let sources: [any DispatchSourceSignal]

  /// - Parameter receive: is told the signal and whether it is the first; runs on a queue of its own, serially.
  init(_ receive: @escaping @Sendable (_ number: Int32, _ isFirst: Bool) -> Void) {
    let queue = DispatchQueue(label: "pipeline.signals")
    let seen = Mutex(0)
    sources = [SIGINT, SIGTERM].map { number in
      // Without this the process ends before the source hears of it.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        receive(
          number,
          seen.withLock { seen in
            seen += 1
            return seen == 1
          })
      }
      source.activate()
      return source
    }
  }

  func cancel() {
    for source in sources { source.cancel() }
  }
}
