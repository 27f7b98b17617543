/// What plain text means in the YAML 1.2 core schema: `yes`, `no`, `on` and `off` are strings.
enum CoreSchema {
  static func kind(of text: String) -> YAMLScalar.Kind {
    var text = text
    return text.withUTF8 { kind(of: $0) }
  }

  private static func kind(of text: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Kind {
    guard let first = text.first else { return .null }
    // Only these can begin anything but a string; most text ends here.
    switch first {
    case UInt8(ascii: "~"): return text.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"): return text.isOne(of: ["null", "Null", "NULL"]) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"): return text.isOne(of: ["true", "True", "TRUE"]) ? .bool(true) : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return text.isOne(of: ["false", "False", "FALSE"]) ? .bool(false) : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return number(text) ?? .string
    default: return .string
    }
  }

  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Kind? {
    if text.isOne(of: [".nan", ".NaN", ".NAN"]) { return .notANumber }
    var rest = text[...]
    if rest.starts(with: "0x".utf8) { return radix(rest.dropFirst(2), 16) }
    if rest.starts(with: "0o".utf8) { return radix(rest.dropFirst(2), 8) }
    let isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    if UnsafeBufferPointer(rebasing: rest).isOne(of: [".inf", ".Inf", ".INF"]) {
      return .infinity(isNegative: isNegative)
    }
    let whole = rest.prefix(while: isDigit)
    rest = rest.dropFirst(whole.count)
    if rest.isEmpty { return whole.isEmpty ? nil : .integer((isNegative ? "-" : "") + withoutLeadingZeros(whole)) }
    var fraction = rest.prefix(0)
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = rest.prefix(while: isDigit)
      rest = rest.dropFirst(fraction.count)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { return nil }
    var exponent = ""
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
        exponent = rest.first == UInt8(ascii: "-") ? "-" : "+"
        rest = rest.dropFirst()
      }
      let digits = rest.prefix(while: isDigit)
      guard !digits.isEmpty else { return nil }
      rest = rest.dropFirst(digits.count)
      exponent = "e" + exponent + String(decoding: digits, as: UTF8.self)
    }
    guard rest.isEmpty else { return nil }
    let point = fraction.isEmpty ? "" : "." + String(decoding: fraction, as: UTF8.self)
    return .float((isNegative ? "-" : "") + withoutLeadingZeros(whole) + point + exponent)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func withoutLeadingZeros(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    let rest = digits.drop { $0 == UInt8(ascii: "0") }
    return rest.isEmpty ? "0" : String(decoding: rest, as: UTF8.self)
  }

  /// An octal or hexadecimal integer as decimal digits; past 256 digits it is a string, as no one means such a number.
  private static func radix(_ digits: Slice<UnsafeBufferPointer<UInt8>>, _ radix: UInt64) -> YAMLScalar.Kind? {
    guard !digits.isEmpty, digits.count <= 256 else { return nil }
    // Limbs of nine decimal digits, the lowest first.
    var limbs: [UInt64] = [0]
    for byte in digits {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < Int(radix), byte < 0x80 else {
        return nil
      }
      var carry = UInt64(digit)
      for index in limbs.indices {
        let value = limbs[index] * radix + carry
        limbs[index] = value % 1_000_000_000
        carry = value / 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    var text = String(limbs[limbs.count - 1])
    for limb in limbs.dropLast().reversed() {
      let part = String(limb)
      text += String(repeating: "0", count: 9 - part.count) + part
    }
    return .integer(text)
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func isOne(of words: [StaticString]) -> Bool {
    words.contains {
      $0.utf8CodeUnitCount == count && elementsEqual(UnsafeBufferPointer(start: $0.utf8Start, count: count))
    }
  }
}
