import HTTP

extension [Header] {
  /// How long a server asks to wait before another attempt: `Retry-After` in seconds or as a date (RFC 9110, section
  /// 10.2.3). A date is counted from the response's own `Date`, where it has one, since clocks differ. `nil` where
  /// nothing that can be read is asked.
  func retryAfter(now: () -> Int = { HTTPDate.now }) -> Duration? {
    guard let text = first(where: { $0.isNamed("retry-after") })?.value else { return nil }
    let word = text.filter { $0 != " " && $0 != "\t" }
    if !word.isEmpty, word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
      // More than a thousand years is as good as any.
      return .seconds(Swift.min(Int(word) ?? .max, Self.longest))
    }
    guard let date = HTTPDate.seconds(text) else { return nil }
    let start = first { $0.isNamed("date") }.flatMap { HTTPDate.seconds($0.value) } ?? now()
    return .seconds(Swift.min(Swift.max(date - start, 0), Self.longest))
  }

  private static var longest: Int { 1 << 30 }
}
