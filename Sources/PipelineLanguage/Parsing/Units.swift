// Durations and sizes as the file and the command line write them.

/// `250ms`, `5s`, `1.5m`, `1h`; `nil` for anything else, a bare number too.
package func parseDuration(_ text: String) -> Duration? {
  let units: [(suffix: String, milliseconds: Double)] = [("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000)]
  for unit in units where text.hasSuffix(unit.suffix) {
    guard let amount = decimal(text.dropLast(unit.suffix.count)) else { continue }
    let milliseconds = amount * unit.milliseconds
    guard milliseconds <= 1e15 else { return nil }
    return .nanoseconds(Int64((milliseconds * 1_000_000).rounded()))
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
