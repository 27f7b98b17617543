package import RunEvents
import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Writes to an open file descriptor, standard output or standard error as a rule. Never closes it.
///
/// Once a write has failed nothing more is written: the reader has gone away, or the disk is full.
package final class FileDescriptorOutput: TextOutput {
  package let isTerminal: Bool
  private let descriptor: Int32
  private let state = Mutex(Int32(0))

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    isTerminal = isatty(descriptor) == 1
  }

  package var size: TextSize? {
    guard isTerminal else { return nil }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
    return TextSize(columns: Int(size.ws_col), rows: Int(size.ws_row))
  }

  /// The `errno` of the write that failed, if one has: `EPIPE` where the reader has gone away.
  package var failure: Int32? {
    state.withLock { $0 == 0 ? nil : $0 }
  }

  /// Serial: the bytes of one call stay together.
  package func write(_ bytes: [UInt8]) {
    state.withLock { failure in
      guard failure == 0 else { return }
      failure = Self.writeAll(bytes, to: descriptor)
    }
  }

  private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = send(UnsafeRawBufferPointer(rebasing: rest), to: descriptor)
        if count > 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          // Somebody who shares the terminal has made it non-blocking.
          var waited = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&waited, 1, -1)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  private static func send(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Int {
    #if canImport(Darwin)
      Darwin.write(descriptor, bytes.baseAddress, bytes.count)
    #elseif canImport(Glibc)
      Glibc.write(descriptor, bytes.baseAddress, bytes.count)
    #else
      Musl.write(descriptor, bytes.baseAddress, bytes.count)
    #endif
  }
}
