import HTTP

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// A file that is sent: exactly `size` bytes of it, also if it grows in the meantime. The one owner of its descriptor.
final class UploadFile {
  let path: String
  let size: Int
  private let descriptor: Int32

  /// Fails if the file can't be opened, is no regular file or is shorter than `size`.
  init(path: String, size: Int) throws(TransportError) {
    self.path = path
    self.size = size
    if path.utf8.contains(0) { throw TransportError(.file, "'\(path)' can't be the name of a file") }
    // A pipe would make `open` wait for its writer.
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { throw TransportError(.file, "'\(path)' can't be opened: \(systemReason(errno))") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw TransportError(.file, "'\(path)' can't be read: \(systemReason(errno))")
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw TransportError(.file, "'\(path)' is not a regular file") }
    if Int(status.st_size) < size {
      throw TransportError(.file, "'\(path)' has \(status.st_size) bytes, no longer the \(size) that it had")
    }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Fails if the file ends before its `size` is reached: the server has been promised more.
  func read(into room: UnsafeMutableRawBufferPointer, at offset: Int) throws(TransportError) -> Int {
    let wanted = min(room.count, size - offset)
    if wanted <= 0 { return 0 }
    while true {
      let count = pread(descriptor, room.baseAddress, wanted, off_t(offset))
      if count > 0 { return count }
      if count == 0 {
        throw TransportError(.file, "'\(path)' was cut while it was sent: it ends after \(offset) of \(size) bytes")
      }
      if errno != EINTR { throw TransportError(.file, "'\(path)' can't be read: \(systemReason(errno))") }
    }
  }
}

/// The system's own words for an error number.
func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
