#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#else
  import Musl
#endif

/// Dates as HTTP writes them.
enum HTTPDate {
  /// Seconds since 1970 of a date in any of the three forms (RFC 9110, section 5.6.7), also as servers write them in
  /// cookies, with hyphens (RFC 6265, section 5.1.1); `nil` where it is none.
  static func seconds(_ text: String) -> Int? {
    var (day, month, year): (Int?, Int?, Int?) = (nil, nil, nil)
    var time: (Int, Int, Int)?
    for word in text.split(whereSeparator: { " ,-\t".contains($0) }) {
      if time == nil, let found = clock(word) {
        time = found
      } else if month == nil, let found = months.firstIndex(where: { word.lowercased().hasPrefix($0) }) {
        month = found + 1
      } else if let number = Int(word), word.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
        // The form of `asctime` has the day before the time, and the year behind it, as all others have.
        if day == nil, word.utf8.count <= 2 { day = number } else if year == nil { year = number }
      }
    }
    guard let day, let month, var year, let time, (1...31).contains(day) else { return nil }
    if year < 70 { year += 2000 } else if year < 100 { year += 1900 }
    guard (1601...9999).contains(year) else { return nil }
    return daysSince1970(year, month, day) * 86400 + time.0 * 3600 + time.1 * 60 + time.2
  }

  /// The system's time, in seconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int(time.tv_sec)
  }

  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  private static func clock(_ word: Substring) -> (Int, Int, Int)? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hour = Int(parts[0]), let minute = Int(parts[1]), let second = Int(parts[2]),
      (0..<24).contains(hour), (0..<60).contains(minute), (0...60).contains(second)
    else { return nil }
    return (hour, minute, second)
  }

  /// Of a date of the Gregorian calendar.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Years that begin in March, so that the day of a leap year is the last.
    let year = month <= 2 ? year - 1 : year
    let monthFromMarch = (month + 9) % 12
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}
