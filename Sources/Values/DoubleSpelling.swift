/// How a double is written: the shortest digits that read back as it, laid out as jq does.
enum DoubleSpelling {
  /// - Parameter value: finite.
  static func text(of value: Double) -> String {
    // Swift's description has the shortest digits; only the layout differs: `1e+16`, `100000.0`, `5e-324`.
    var digits: [UInt8] = []
    var pointAt: Int?
    var exponent = 0
    var isNegative = false
    var description = value.description
    description.withUTF8 { bytes in
      var index = 0
      if bytes.first == UInt8(ascii: "-") {
        isNegative = true
        index = 1
      }
      while index < bytes.count, bytes[index] != UInt8(ascii: "e") {
        if bytes[index] == UInt8(ascii: ".") { pointAt = digits.count } else { digits.append(bytes[index]) }
        index += 1
      }
      if index < bytes.count {
        exponent = Int(String(decoding: bytes[(index + 1)...], as: UTF8.self)) ?? 0
      }
    }
    // The value is 0.DIGITS × 10^point.
    var point = (pointAt ?? digits.count) + exponent
    let leadingZeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(leadingZeros)
    point -= leadingZeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty { return isNegative ? "-0" : "0" }
    let body = layOut(digits, point: point)
    return (isNegative ? "-" : "") + body
  }

  private static func layOut(_ digits: [UInt8], point: Int) -> String {
    let text = String(decoding: digits, as: UTF8.self)
    if point <= -4 || point > digits.count + 15 {
      let power = point - 1
      let mantissa = digits.count == 1 ? text : "\(text.prefix(1)).\(text.dropFirst())"
      let magnitude = String(power.magnitude)
      return "\(mantissa)e\(power < 0 ? "-" : "+")\(magnitude.utf8.count < 2 ? "0" : "")\(magnitude)"
    }
    if point <= 0 { return "0." + String(repeating: "0", count: -point) + text }
    if point >= digits.count { return text + String(repeating: "0", count: point - digits.count) }
    return "\(text.prefix(point)).\(text.dropFirst(point))"
  }
}
