import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Standard output or standard error, written whole or not at all any more.
///
/// A reader that left (`EPIPE`) is no fault: what follows is dropped in silence. Any other fault is kept to be told.
final class StandardStream: Sendable {
  static let output = StandardStream(descriptor: 1)
  static let error = StandardStream(descriptor: 2)

  let descriptor: Int32
  private let state = Mutex(State())

  private struct State {
    var isClosed = false
    var fault: String?
  }

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// The system's reason why something could not be written, but for a reader that left.
  var fault: String? { state.withLock { $0.fault } }

  func write(_ text: String) {
    var text = text
    text.withUTF8 { write($0) }
  }

  func write(_ bytes: UnsafeBufferPointer<UInt8>) {
    state.withLock { state in
      var rest = bytes[...]
      while !state.isClosed, !rest.isEmpty {
        let slice = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: rest))
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, slice.baseAddress, slice.count)
        #elseif canImport(Glibc)
          let count = Glibc.write(descriptor, slice.baseAddress, slice.count)
        #else
          let count = Musl.write(descriptor, slice.baseAddress, slice.count)
        #endif
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&poller, 1, 1000)
        } else if errno != EINTR {
          state.isClosed = true
          if errno != EPIPE { state.fault = String(cString: strerror(errno)) }
        }
      }
    }
  }

  var isTerminal: Bool { isatty(descriptor) == 1 }
}
