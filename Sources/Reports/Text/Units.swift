/// Durations and sizes, as a person reads them.
enum Units {
  /// `0.4 ms`, `31 ms`, `1.24 s`, `2 m 05 s`, `1 h 02 m`.
  static func duration(_ duration: Duration) -> String {
    let microseconds = max(0, duration.microseconds)
    let milliseconds = (microseconds + 500) / 1000
    let centiseconds = (milliseconds + 5) / 10
    let seconds = (milliseconds + 500) / 1000
    if microseconds < 9950 {
      let tenths = (microseconds + 50) / 100
      return "\(tenths / 10).\(tenths % 10) ms"
    }
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if centiseconds < 6000 { return "\(centiseconds / 100).\(twoDigits(centiseconds % 100)) s" }
    if seconds < 3600 { return "\(seconds / 60) m \(twoDigits(seconds % 60)) s" }
    return "\(seconds / 3600) h \(twoDigits(seconds / 60 % 60)) m"
  }

  /// Seconds with three decimals and nothing else, for machines.
  static func seconds(_ duration: Duration) -> String {
    let milliseconds = max(0, (duration.microseconds + 500) / 1000)
    let decimals = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - decimals.count) + decimals
  }

  /// `512 B`, `1.2 KiB`, `34 MiB`.
  static func size(_ bytes: Int) -> String {
    guard bytes >= 1024 else { return "\(max(0, bytes)) B" }
    var tenths = bytes > Int.max / 10 ? bytes / 1024 * 10 : bytes * 10 / 1024
    var unit = 0
    while tenths >= 10_240, unit < names.count - 1 {
      tenths /= 1024
      unit += 1
    }
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(names[unit])" : "\(tenths / 10) \(names[unit])"
  }

  /// `1 request`, `2 requests`.
  static func count(_ number: Int, _ noun: String) -> String {
    number == 1 ? "1 \(noun)" : "\(number) \(noun)s"
  }

  private static let names = ["KiB", "MiB", "GiB", "TiB", "PiB"]

  private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Duration {
  /// Rounded down; at most some 290,000 years.
  var microseconds: Int64 {
    let (seconds, attoseconds) = components
    let limit = Int64.max / 2_000_000
    return min(max(seconds, -limit), limit) * 1_000_000 + attoseconds / 1_000_000_000_000
  }
}
