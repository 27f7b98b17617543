#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Reads a file, a pipe or the like piece by piece. Used from one thread at a time; all calls block.
package final class FileReader {
  private let path: String
  private let descriptor: Int32
  private let buffer: UnsafeMutableRawBufferPointer

  /// Opens it; a folder is an error.
  package init(_ path: String) throws(FileError) {
    self.path = path
    descriptor = try System.open(path, O_RDONLY, "read")
    // Nothing may throw before everything is there for `deinit` to let go of.
    buffer = .allocate(byteCount: 64 << 10, alignment: 16)
    var info = stat()
    if fstat(descriptor, &info) != 0 { throw System.error(path, "read") }
    if FileStatus(info).kind == .folder { throw System.error(path, "read", EISDIR) }
  }

  deinit {
    _ = System.closeFile(descriptor)
    buffer.deallocate()
  }

  /// The next bytes; `nil` at the end. They are good until the next call.
  package func next() throws(FileError) -> UnsafeRawBufferPointer? {
    while true {
      let count = System.retrying { System.readFile(descriptor, buffer) }
      if count == 0 { return nil }
      if count > 0 { return UnsafeRawBufferPointer(rebasing: buffer[..<count]) }
      guard errno == EAGAIN || errno == EWOULDBLOCK else { throw System.error(path, "read") }
      System.wait(for: descriptor, Int16(POLLIN))
    }
  }
}
