extension JSONNumber: Equatable, Hashable, Comparable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.integer(let left), .integer(let right)): left == right
    default: order(left, right) == 0
    }
  }

  package static func < (left: Self, right: Self) -> Bool { order(left, right) < 0 }

  /// Negative, 0 or positive, as `left` is less than, equal to or greater than `right`.
  package static func order(_ left: Self, _ right: Self) -> Int {
    if case .integer(let left) = left.storage, case .integer(let right) = right.storage {
      return left < right ? -1 : (left == right ? 0 : 1)
    }
    return DecimalParts.withParts(of: left.text) { left in
      DecimalParts.withParts(of: right.text) { right in left.order(to: right) }
    }
  }

  package func hash(into hasher: inout Hasher) {
    if let integer = Int(exactly: self) {
      hasher.combine(integer)
    } else {
      DecimalParts.withParts(of: text) { $0.hash(into: &hasher) }
    }
  }

  /// Whether a double holds this number and, printed as short as can be, gives the same value back.
  ///
  /// Two different numbers for which this holds are never the same double, so a library that computes with doubles tells
  /// them apart.
  package var survivesDouble: Bool {
    if case .integer(let value) = storage, value.magnitude <= 1 << 53 { return true }
    guard let back = JSONNumber(doubleValue) else { return false }
    return back == self
  }
}

/// A number taken apart without expanding it: sign, significant digits and the power of ten of the first of them.
///
/// Exponents beyond 10^17 in size all count as 10^17, so that reading one needs no more than a machine word.
struct DecimalParts {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let isNegative: Bool
  /// The byte of the first significant digit, and one past the last; both 0 for zero. A point may lie between them.
  private let first: Int
  private let last: Int
  /// The power of ten of the first significant digit.
  private let exponent: Int

  static func withParts<Result>(of text: String, _ body: (borrowing DecimalParts) -> Result) -> Result {
    var text = text
    return text.withUTF8 { body(DecimalParts($0)) }
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var index = 0
    isNegative = bytes.first == UInt8(ascii: "-")
    if isNegative { index = 1 }
    var wholeDigits = 0
    var digits = 0
    var hasPoint = false
    var first: Int?
    var digitsBeforeFirst = 0
    var last = 0
    while index < bytes.count, bytes[index] | 0x20 != UInt8(ascii: "e") {
      if bytes[index] == UInt8(ascii: ".") {
        hasPoint = true
      } else {
        if bytes[index] != UInt8(ascii: "0") {
          if first == nil {
            first = index
            digitsBeforeFirst = digits
          }
          last = index + 1
        }
        digits += 1
        if !hasPoint { wholeDigits += 1 }
      }
      index += 1
    }
    self.first = first ?? 0
    self.last = last
    let written = index < bytes.count ? Self.readExponent(bytes, from: index + 1) : 0
    exponent = first == nil ? 0 : written + wholeDigits - 1 - digitsBeforeFirst
  }

  private static func readExponent(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    var isNegative = false
    if index < bytes.count, !NumberScan.isDigit(bytes[index]) {
      isNegative = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    var value = 0
    while index < bytes.count {
      value = min(value * 10 + Int(bytes[index] &- UInt8(ascii: "0")), 100_000_000_000_000_000)
      index += 1
    }
    return isNegative ? -value : value
  }

  private var isZero: Bool { last == 0 }

  func order(to other: borrowing DecimalParts) -> Int {
    let sign = isZero ? 0 : (isNegative ? -1 : 1)
    let otherSign = other.isZero ? 0 : (other.isNegative ? -1 : 1)
    if sign != otherSign { return sign < otherSign ? -1 : 1 }
    if sign == 0 { return 0 }
    if exponent != other.exponent { return exponent < other.exponent ? -sign : sign }
    var index = first
    var otherIndex = other.first
    while true {
      if index < last, bytes[index] == UInt8(ascii: ".") { index += 1 }
      if otherIndex < other.last, other.bytes[otherIndex] == UInt8(ascii: ".") { otherIndex += 1 }
      switch (index < last, otherIndex < other.last) {
      case (false, false): return 0
      case (true, false): return sign
      case (false, true): return -sign
      case (true, true):
        let (digit, otherDigit) = (bytes[index], other.bytes[otherIndex])
        if digit != otherDigit { return digit < otherDigit ? -sign : sign }
      }
      index += 1
      otherIndex += 1
    }
  }

  /// The whole number that this is, if an Int holds it.
  var integer: Int? {
    if isZero { return 0 }
    guard exponent >= 0, exponent <= 18 else { return nil }
    var value = 0
    var digitsLeft = exponent + 1
    var index = first
    while digitsLeft > 0 || index < last {
      if index < last, bytes[index] == UInt8(ascii: ".") {
        index += 1
        continue
      }
      guard digitsLeft > 0 else { return nil }
      let digit = index < last ? Int(bytes[index] &- UInt8(ascii: "0")) : 0
      let (product, tooLarge) = value.multipliedReportingOverflow(by: 10)
      // Built up as a negative number, whose range is larger by one.
      let (sum, tooLargeToo) = product.subtractingReportingOverflow(digit)
      if tooLarge || tooLargeToo { return nil }
      value = sum
      digitsLeft -= 1
      index += 1
    }
    if isNegative { return value }
    return value == .min ? nil : -value
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(isNegative)
    hasher.combine(exponent)
    for index in first..<last where bytes[index] != UInt8(ascii: ".") { hasher.combine(bytes[index]) }
  }
}
