/// The text with each `%XX` replaced by its byte, read as UTF-8; a `%` that no two hexadecimal digits follow stays.
func percentDecoded(_ text: some StringProtocol, plusIsSpace: Bool = false) -> String {
  let bytes = Array(text.utf8)
  guard bytes.contains(UInt8(ascii: "%")) || (plusIsSpace && bytes.contains(UInt8(ascii: "+"))) else {
    return String(text)
  }
  var decoded: [UInt8] = []
  decoded.reserveCapacity(bytes.count)
  var index = 0
  while index < bytes.count {
    let byte = bytes[index]
    if byte == UInt8(ascii: "%"), index + 2 < bytes.count, let high = hexDigit(bytes[index + 1]),
      let low = hexDigit(bytes[index + 2])
    {
      decoded.append(high << 4 | low)
      index += 3
    } else {
      decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      index += 1
    }
  }
  return String(decoding: decoded, as: UTF8.self)
}

/// The pairs of a query string, decoded as HTML forms are.
func queryPairs(_ query: String) -> [(name: String, value: String)] {
  query.split(separator: "&").map { pair in
    guard let equals = pair.firstIndex(of: "=") else { return (percentDecoded(pair, plusIsSpace: true), "") }
    return (
      percentDecoded(pair[..<equals], plusIsSpace: true),
      percentDecoded(pair[pair.index(after: equals)...], plusIsSpace: true)
    )
  }
}

private func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
  case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
  case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
  default: nil
  }
}
