/// A moment in UTC, as ISO 8601 writes it.
enum Timestamp {
  /// `2024-02-29T12:00:00`, the form of JUnit, which has no zone.
  ///
  /// - Parameter seconds: Since 1970-01-01T00:00:00Z; outside of the years 1 to 9999 the nearest of them.
  static func text(_ seconds: Double) -> String {
    let earliest = -62_135_596_800.0
    let latest = 253_402_300_799.0
    let whole = Int(seconds.isNaN ? 0 : min(max(seconds, earliest), latest).rounded(.down))
    let dayNumber = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
    let second = whole - dayNumber * 86_400
    let (year, month, day) = date(dayNumber)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
  }

  /// The Gregorian date of a day, counted from 1970-01-01. Years begin in March here, so that the leap day is the last.
  private static func date(_ dayNumber: Int) -> (year: Int, month: Int, day: Int) {
    let sinceMarch0 = dayNumber + 719_468
    let era = (sinceMarch0 >= 0 ? sinceMarch0 : sinceMarch0 - 146_096) / 146_097
    let dayOfEra = sinceMarch0 - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, day)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}
