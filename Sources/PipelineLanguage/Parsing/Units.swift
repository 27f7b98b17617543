// Durations and sizes as the file and the command line write them.

/// `250ms`, `5s`, `1.5m`, `1h`; `nil` for anything else, a bare number too, and for what is longer than 30 years.
package func parseDuration(_ text: String) -> Duration? {
  guard let milliseconds = durationMilliseconds(text), milliseconds <= longestMilliseconds else { return nil }
  return .nanoseconds(Int64((milliseconds * 1_000_000).rounded()))
}

/// Whether it is written as a duration, but of a time that is not to be waited for.
func isDurationTooLong(_ text: String) -> Bool { durationMilliseconds(text).map { $0 > longestMilliseconds } ?? false }

/// 270,000 hours: what every clock and timer can hold.
private let longestMilliseconds = 270_000.0 * 3_600_000

private func durationMilliseconds(_ text: String) -> Double? {
  let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
  for unit in units where text.hasSuffix(unit.suffix) {
    if let amount = decimal(text.dropLast(unit.suffix.count)) { return amount * unit.milliseconds }
  }
  return nil
}

/// `64KiB`, `10MiB`, `1GB`, `512B`; `nil` for anything else, a bare number too.
package func parseSize(_ text: String) -> Int? {
  let units: [(suffix: String, bytes: Double)] = [
    ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("kB", 1000), ("KB", 1000), ("MB", 1e6), ("GB", 1e9),
    ("B", 1),
  ]
  for unit in units where text.hasSuffix(unit.suffix) {
    guard let amount = decimal(text.dropLast(unit.suffix.count)), amount * unit.bytes < 1e15 else { continue }
    return Int(amount * unit.bytes)
  }
  return nil
}

/// Digits with at most one point; no sign, no exponent.
private func decimal(_ text: Substring) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 || $0 == 46 }), text.utf8.first != 46 else { return nil }
  return Double(text)
}
