extension JSONParser {
  /// Reads the string whose opening quote is at the position.
  @inline(__always)
  mutating func string() throws(JSONParseError) -> String {
    let start = position + 1
    let (end, isASCII) = plainRun(from: start)
    if end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      position = end + 1
      return try decode(bytes, start..<end, isASCII: isASCII)
    }
    return try escapedString(from: start)
  }

  /// The same for a key, together with the hash that finds its double.
  @inline(__always)
  mutating func keyString() throws(JSONParseError) -> ObjectKey {
    let start = position + 1
    let (end, isASCII) = plainRun(from: start)
    if isASCII, end < bytes.count, bytes[end] == UInt8(ascii: "\"") {
      position = end + 1
      return keyCache.key(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }
    return ObjectKey(try string())
  }

  /// Where the run of bytes from `start` that need no work ends: at a quote, a backslash, a control character or the end.
  @inline(__always)
  private func plainRun(from start: Int) -> (end: Int, isASCII: Bool) {
    var index = start
    var seen: UInt64 = 0
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    while index + 8 <= bytes.count {
      let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // A high bit is set for each byte that is a quote, a backslash or below 0x20 (and, harmlessly, some after those).
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let stops =
        ((quotes &- ones) & ~quotes) | ((backslashes &- ones) & ~backslashes) | ((word &- (ones &* 0x20)) & ~word)
      if stops & highs != 0 { break }
      seen |= word
      index += 8
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 { break }
      seen |= UInt64(byte)
      index += 1
    }
    return (index, seen & highs == 0)
  }

  @inline(__always)
  private func decode(_ source: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, isASCII: Bool) throws(JSONParseError)
    -> String
  {
    let slice = UnsafeBufferPointer(rebasing: source[range])
    if isASCII || options.replacesInvalidUTF8 { return String(decoding: slice, as: UTF8.self) }
    if let text = String(validating: slice, as: UTF8.self) { return text }
    let offset = range.lowerBound + InvalidUTF8.firstOffset(in: slice)
    throw failure("has bytes that are not UTF-8 in a string, at byte \(offset)", at: offset)
  }

  private mutating func escapedString(from start: Int) throws(JSONParseError) -> String {
    scratch.removeAll(keepingCapacity: true)
    position = start
    while true {
      let (end, isASCII) = plainRun(from: position)
      if !isASCII { _ = try decode(bytes, position..<end, isASCII: false) }
      scratch.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[position..<end]))
      position = end
      guard position < bytes.count else { throw endsInString() }
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: scratch, as: UTF8.self)
      case UInt8(ascii: "\\"): try escape()
      default: throw unexpected("an escape (control characters may not stand in a string)")
      }
    }
  }

  private mutating func escape() throws(JSONParseError) {
    guard position + 1 < bytes.count else { throw endsInString() }
    let byte = bytes[position + 1]
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(byte)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"):
      try unicodeEscape()
      return
    default:
      position += 1
      throw unexpected("one of \" \\ / b f n r t u, after a backslash,")
    }
    position += 2
  }

  private mutating func unicodeEscape() throws(JSONParseError) {
    var code = UInt32(try hexDigits(after: position + 2))
    position += 6
    if code & 0xFC00 == 0xD800, position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    {
      let low = UInt32(try hexDigits(after: position + 2))
      if low & 0xFC00 == 0xDC00 {
        code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
        position += 6
      }
    }
    let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
    scratch.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private func hexDigits(after start: Int) throws(JSONParseError) -> UInt16 {
    var code: UInt16 = 0
    for index in start..<(start + 4) {
      guard index < bytes.count else { throw endsInString() }
      let byte = bytes[index]
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure(
          "has \(JSONParseError.describe(byte)) at byte \(index), where one of the four hex digits after \\u should be",
          at: index)
      }
      code = code << 4 | UInt16(digit)
    }
    return code
  }

  private func endsInString() -> JSONParseError {
    failure("ends in the middle of a string at byte \(bytes.count)", at: bytes.count)
  }
}

enum InvalidUTF8 {
  /// Where the first ill-formed sequence starts; the count where there is none.
  static func firstOffset(in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var offset = 0
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): offset += UTF8.width(scalar)
      case .emptyInput, .error: return offset
      }
    }
  }
}
