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
      var info = mach_task_basic_info()
      var count = mach_msg_type_number_t(MemoryLayout<mach_task_basic_info>.size / MemoryLayout<natural_t>.size)
      let status = withUnsafeMutablePointer(to: &info) { pointer in
        pointer.withMemoryRebound(to: integer_t.self, capacity: Int(count)) {
          task_info(mach_task_self_, task_flavor_t(MACH_TASK_BASIC_INFO), $0, &count)
        }
      }
      return status == KERN_SUCCESS ? Int(info.resident_size) : 0
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
