/// A number as its text: every digit it came with is kept, from response to URL, body and report.
///
/// Two numbers are equal when their exact decimal values are: `1.0` is `1`, and `9007199254740993` is not
/// `9007199254740992`. No operation here expands an exponent, so `1e999999999` costs as little as `1`.
package struct JSONNumber: Sendable {
  /// A whole number in its plain spelling is held as an integer, because most numbers are and it needs no allocation.
  enum Storage {
    case integer(Int)
    case text(String)
  }

  let storage: Storage

  /// The number as JSON writes it (RFC 8259, section 6), exactly as it was given.
  package var text: String {
    switch storage {
    case .integer(let value): String(value)
    case .text(let text): text
    }
  }

  /// Whether it is a whole number in the spelling that `Int` has, which most are.
  package var isPlainInteger: Bool {
    if case .integer = storage { true } else { false }
  }

  package init(_ value: Int) { storage = .integer(value) }

  /// Nil unless `text` is a number as RFC 8259 writes one, with nothing before or after it.
  package init?(_ text: String) {
    var text = text
    let parsed = text.withUTF8 { bytes -> JSONNumber? in
      guard let scan = NumberScan(bytes, from: 0), scan.end == bytes.count else { return nil }
      return JSONNumber(scan, of: bytes, from: 0)
    }
    guard let parsed else { return nil }
    self = parsed
  }

  /// The shortest spelling that reads back as `value`, laid out as jq does (`0.1`, `1e-05`, `1e+19`); nil for NaN, infinities.
  package init?(_ value: Double) {
    guard value.isFinite else { return nil }
    if value == value.rounded(.towardZero), abs(value) < 1e15, !(value == 0 && value.sign == .minus) {
      storage = .integer(Int(value))
    } else {
      storage = .text(DoubleSpelling.text(of: value))
    }
  }

  init(_ scan: NumberScan, of bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    if let integer = scan.integer {
      storage = .integer(integer)
    } else {
      storage = .text(String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<scan.end]), as: UTF8.self))
    }
  }

  /// The nearest double; infinite where it is too large for one.
  package var doubleValue: Double {
    switch storage {
    case .integer(let value): Double(value)
    case .text(let text): Double(text) ?? .nan
    }
  }
}

extension Int {
  /// The whole number that `number` is, also when it is spelled `1.0` or `1e3`; nil where it has a fraction or is too large.
  package init?(exactly number: JSONNumber) {
    switch number.storage {
    case .integer(let value): self = value
    case .text(let text):
      guard let value = DecimalParts.withParts(of: text, { $0.integer }) else { return nil }
      self = value
    }
  }
}

/// Where a number ends in a byte text, and its value when it is a short whole number in plain spelling.
struct NumberScan {
  var end: Int
  var integer: Int?

  /// Nil where the bytes at `start` are not a number as RFC 8259 writes one.
  @inline(__always)
  init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
    let count = bytes.count
    var index = start
    let isNegative = index < count && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    guard index < count, Self.isDigit(bytes[index]) else { return nil }
    let firstDigit = index
    var value = 0
    if bytes[index] == UInt8(ascii: "0") {
      index += 1
    } else {
      while index < count, Self.isDigit(bytes[index]) {
        value = value &* 10 &+ Int(bytes[index] &- UInt8(ascii: "0"))
        index += 1
      }
    }
    // 18 digits fit in any Int; longer ones stay text, and so does `-0`, whose sign an Int would lose.
    var isPlain = index - firstDigit <= 18 && !(isNegative && value == 0)
    if index < count, bytes[index] == UInt8(ascii: ".") {
      isPlain = false
      index += 1
      guard index < count, Self.isDigit(bytes[index]) else { return nil }
      while index < count, Self.isDigit(bytes[index]) { index += 1 }
    }
    if index < count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      isPlain = false
      index += 1
      if index < count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      guard index < count, Self.isDigit(bytes[index]) else { return nil }
      while index < count, Self.isDigit(bytes[index]) { index += 1 }
    }
    end = index
    integer = isPlain ? (isNegative ? -value : value) : nil
  }

  @inline(__always)
  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
}
