/// How many values a consumer is ready to take: a count that saturates at `unlimited`.
///
/// Demand is credit: it is only ever added by a consumer and spent by a producer, one for each value. A terminal
/// needs none.
public struct Demand: Sendable, Equatable, Comparable {
  private var raw: UInt64

  private init(raw: UInt64) { self.raw = raw }

  /// No values. Asking for none is a programming error, see `Subscription.request(_:)`.
  public static let none = Demand(raw: 0)

  /// As many values as there are.
  public static let unlimited = Demand(raw: .max)

  /// Up to `count` values; `count` must not be negative.
  public static func max(_ count: Int) -> Demand {
    precondition(count >= 0, "demand is never negative")
    return Demand(raw: UInt64(count))
  }

  /// Whether this is `unlimited`: such a demand stays what it is when values are taken from it.
  public var isUnlimited: Bool { raw == .max }

  /// Whether there is no credit left.
  public var isNone: Bool { raw == 0 }

  /// The count, at most `limit`.
  public func count(upTo limit: Int) -> Int { raw < UInt64(limit) ? Int(raw) : limit }

  public static func < (a: Demand, b: Demand) -> Bool { a.raw < b.raw }

  /// The sum, `unlimited` where it would not fit.
  public static func + (a: Demand, b: Demand) -> Demand {
    let (sum, overflow) = a.raw.addingReportingOverflow(b.raw)
    return Demand(raw: overflow ? .max : sum)
  }

  public static func += (a: inout Demand, b: Demand) { a = a + b }

  /// The difference, never less than none; taking from `unlimited` leaves `unlimited`.
  public static func - (a: Demand, b: Demand) -> Demand {
    if a.isUnlimited { return a }
    return Demand(raw: a.raw > b.raw ? a.raw - b.raw : 0)
  }

  public static func -= (a: inout Demand, b: Demand) { a = a - b }

  /// The product, `unlimited` where it would not fit.
  public static func * (a: Demand, count: Int) -> Demand {
    precondition(count >= 0, "demand is never negative")
    if a.isUnlimited { return count == 0 ? .none : a }
    let (product, overflow) = a.raw.multipliedReportingOverflow(by: UInt64(count))
    return Demand(raw: overflow ? .max : product)
  }

  /// Takes one value's credit; false where there was none.
  mutating func spend() -> Bool {
    if raw == 0 { return false }
    if raw != .max { raw -= 1 }
    return true
  }
}
