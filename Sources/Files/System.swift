#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The few system calls that files need, with interruptions repeated and `errno` turned into a `FileError`.
enum System {
  /// The system's words for an error number.
  static func reason(_ code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    let status = strerror_r(code, &buffer, buffer.count)
    let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return status == 0 && !text.isEmpty ? text : "error \(code)"
  }

  static func error(_ path: String, _ operation: String, _ code: Int32 = errno) -> FileError {
    FileError(path: path, operation: operation, reason: reason(code))
  }

  /// Fails for a path with a NUL in it, of which the system would see only the beginning, and for one outside of the
  /// folder that the process is confined to.
  static func check(_ path: String, _ operation: String) throws(FileError) {
    if path.utf8.contains(0) { throw error(path, operation, EINVAL) }
    if !FileConfinement.allows(path) { throw error(path, operation, EACCES) }
  }

  /// Repeats a call that a signal interrupts; -1 with `errno` set where it fails.
  static func retrying<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }

  /// The descriptor of this process that a path such as `/dev/stdin` or `/dev/fd/3` names, or nil.
  ///
  /// Such a path is not opened: on Linux that would begin anew at the start of a redirected file, and fails for a socket.
  static func descriptor(named path: String) -> Int32? {
    switch path {
    case "/dev/stdin": return 0
    case "/dev/stdout": return 1
    case "/dev/stderr": return 2
    default:
      for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
        let digits = path.utf8.dropFirst(folder.utf8.count)
        guard digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int32(path.dropFirst(folder.count))
      }
      return nil
    }
  }

  /// Opens a file, or duplicates the descriptor that the path names; the caller closes what is returned.
  static func open(_ path: String, _ flags: Int32, _ operation: String) throws(FileError) -> Int32 {
    try check(path, operation)
    let opened =
      if let number = descriptor(named: path) {
        retrying { fcntl(number, F_DUPFD_CLOEXEC, 0) }
      } else {
        retrying { openFile(path, flags | O_CLOEXEC, 0o666) }
      }
    if opened < 0 { throw error(path, operation) }
    return opened
  }

  static func openFile(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    #if canImport(Darwin)
      Darwin.open(path, flags, mode)
    #elseif canImport(Glibc)
      Glibc.open(path, flags, mode)
    #else
      Musl.open(path, flags, mode)
    #endif
  }

  static func readFile(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, buffer.baseAddress, buffer.count)
    #elseif canImport(Glibc)
      Glibc.read(descriptor, buffer.baseAddress, buffer.count)
    #else
      Musl.read(descriptor, buffer.baseAddress, buffer.count)
    #endif
  }

  /// Closes a descriptor; an error is told of, since a file system may report a failed write only here.
  static func closeFile(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
      Darwin.close(descriptor)
    #elseif canImport(Glibc)
      Glibc.close(descriptor)
    #else
      Musl.close(descriptor)
    #endif
  }

  /// Writes all bytes, waiting where the descriptor is one that does not block.
  static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // Some systems refuse a single write of 2 GiB and more.
      let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 30))
      let written = retrying { write(descriptor, part.baseAddress, part.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        wait(for: descriptor, Int16(POLLOUT))
      } else {
        throw error(path, "write")
      }
    }
  }

  /// Waits until a descriptor that does not block can be read or written.
  static func wait(for descriptor: Int32, _ events: Int16) {
    var request = pollfd(fd: descriptor, events: events, revents: 0)
    _ = retrying { poll(&request, 1, -1) }
  }
}
