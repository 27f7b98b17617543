#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// The time, and the memory that this process holds.
struct ProcessUsage: Sendable {
  var instant: ContinuousClock.Instant
  var residentBytes: Int

  /// A few microseconds.
  static func now() -> Self { Self(instant: .now, residentBytes: currentResidentBytes()) }

  /// 0 where the system does not tell.
  private static func currentResidentBytes() -> Int {
    #if canImport(Darwin)
      // The greatest so far, in bytes: what grows beyond it is what matters here.
      var usage = rusage()
      return getrusage(RUSAGE_SELF, &usage) == 0 ? usage.ru_maxrss : 0
    #else
      // "size resident shared …", in pages.
      let file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
      guard file >= 0 else { return 0 }
      defer { close(file) }
      var buffer = [UInt8](repeating: 0, count: 128)
      let count = read(file, &buffer, buffer.count)
      guard count > 0 else { return 0 }
      let fields = buffer[..<count].split(separator: UInt8(ascii: " "))
      guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else { return 0 }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    #endif
  }
}
