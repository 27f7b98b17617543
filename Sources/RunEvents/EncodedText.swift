/// A text in which characters may be written in another way: percent- or form-encoded, or with the escapes of JSON, XML
/// or HTML, and those once more inside themselves.
struct EncodedText {
  /// Valid UTF-8.
  let bytes: UnsafeBufferPointer<UInt8>

  /// What a character written in another way begins with.
  static let escapes: [UInt8] = [percent, plus, backslash, ampersand]

  /// How often an escape is looked for inside an escape.
  private static let deepest = 3
  /// The longest way of writing one character.
  private static let longestEscape = 40

  private static let percent = UInt8(ascii: "%")
  static let plus = UInt8(ascii: "+")
  private static let backslash = UInt8(ascii: "\\")
  private static let ampersand = UInt8(ascii: "&")

  /// Calls `body` with each scalar that may be meant at a place, and where what follows begins.
  func readings(at position: Int, _ body: (UInt32, Int) -> Void) {
    guard position < bytes.count else { return }
    if let (scalar, end) = scalar(at: position, nextByte: { $0 < bytes.count ? (bytes[$0], $0 + 1) : nil }) {
      body(scalar, end)
    }
    switch bytes[position] {
    case Self.plus: body(0x20, position + 1)
    case Self.percent: percentReadings(at: position, body)
    case Self.backslash: backslashReadings(at: position, body)
    case Self.ampersand: entityReadings(at: position, body)
    default: break
    }
  }

  /// Whether the text ends here, or in the middle of an escape that begins here.
  func mayBeCut(at position: Int) -> Bool {
    position >= bytes.count
      || (Self.escapes.contains(bytes[position]) && bytes.count - position < Self.longestEscape)
  }

  /// Where the dots begin that stand for the rest of a text that was cut here, in a character or in an escape that begins
  /// here perhaps; `nil` where there are none.
  func dots(at position: Int) -> Int? {
    guard position < bytes.count else { return nil }
    if hasDots(at: position) { return position }
    // What is left of a character that was cut in half.
    let replacement = "\u{FFFD}"
    var end = position
    while hasText(replacement, at: end) { end += replacement.utf8.count }
    if end > position, hasDots(at: end) { return end }
    guard Self.escapes.contains(bytes[position]) else { return nil }
    return (position + 1..<min(bytes.count, position + Self.longestCutEscape)).first { hasDots(at: $0) }
  }

  /// `\u00f`, `%C3%B`, `&quot`.
  private static let longestCutEscape = 7

  private func hasDots(at position: Int) -> Bool { hasText("...", at: position) || hasText("…", at: position) }

  /// The end of a base64 padding character, as it is or percent-encoded.
  func paddingEnd(at position: Int) -> Int? {
    if bytes[position] == UInt8(ascii: "=") { return position + 1 }
    guard bytes[position] == Self.percent, let (byte, end) = percentByte(at: position), byte == UInt8(ascii: "=") else {
      return nil
    }
    return end
  }
}

// MARK: - Percent

extension EncodedText {
  private func percentReadings(at position: Int, _ body: (UInt32, Int) -> Void) {
    var end = position + 1
    for _ in 0..<Self.deepest where hasText("25", at: end) {
      end += 2
      body(UInt32(Self.percent), end)
    }
    if let (scalar, end) = scalar(at: position, nextByte: percentByte) { body(scalar, end) }
  }

  /// A byte that is percent-encoded, perhaps more than once, or else the byte itself.
  private func percentByte(at position: Int) -> (UInt8, Int)? {
    guard position < bytes.count else { return nil }
    guard bytes[position] == Self.percent else { return (bytes[position], position + 1) }
    var end = position + 1
    for _ in 0..<Self.deepest where hasText("25", at: end) { end += 2 }
    guard let value = hexValue(in: end..<end + 2) else { return nil }
    return (UInt8(truncatingIfNeeded: value), end + 2)
  }

  /// The scalar whose UTF-8 bytes `nextByte` gives one after another.
  private func scalar(at position: Int, nextByte: (Int) -> (UInt8, Int)?) -> (UInt32, Int)? {
    guard var (byte, end) = nextByte(position) else { return nil }
    if byte < 0x80 { return (UInt32(byte), end) }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 0
    guard length > 0 else { return nil }
    var value = UInt32(byte) & (0x7F >> UInt32(length))
    for _ in 1..<length {
      guard let next = nextByte(end), next.0 & 0xC0 == 0x80 else { return nil }
      (byte, end) = next
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (value, end)
  }
}

// MARK: - JSON

extension EncodedText {
  private func backslashReadings(at position: Int, _ body: (UInt32, Int) -> Void) {
    var end = position
    while end < bytes.count, bytes[end] == Self.backslash, end - position < 1 << Self.deepest { end += 1 }
    let count = end - position
    for level in 1...Self.deepest where count >= 1 << level {
      body(UInt32(Self.backslash), position + 1 << level)
    }
    guard end < bytes.count else { return }
    switch bytes[end] {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "/"): body(UInt32(bytes[end]), end + 1)
    case UInt8(ascii: "b"): body(0x08, end + 1)
    case UInt8(ascii: "f"): body(0x0C, end + 1)
    case UInt8(ascii: "n"): body(0x0A, end + 1)
    case UInt8(ascii: "r"): body(0x0D, end + 1)
    case UInt8(ascii: "t"): body(0x09, end + 1)
    case UInt8(ascii: "u"): unicodeReading(at: end, body)
    default: break
    }
  }

  /// `uXXXX`, and the second half of a surrogate pair with its own backslashes.
  private func unicodeReading(at position: Int, _ body: (UInt32, Int) -> Void) {
    guard let first = hexValue(in: position + 1..<position + 5) else { return }
    guard first & 0xFC00 == 0xD800 else {
      body(first, position + 5)
      return
    }
    var end = position + 5
    while end < bytes.count, bytes[end] == Self.backslash { end += 1 }
    guard hasText("u", at: end), let second = hexValue(in: end + 1..<end + 5), second & 0xFC00 == 0xDC00 else { return }
    body(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF, end + 5)
  }
}

// MARK: - XML and HTML

extension EncodedText {
  private static let entities: [(String, UInt32)] = [
    ("amp;", 0x26), ("lt;", 0x3C), ("gt;", 0x3E), ("quot;", 0x22), ("apos;", 0x27), ("nbsp;", 0xA0),
  ]

  private func entityReadings(at position: Int, _ body: (UInt32, Int) -> Void) {
    var end = position + 1
    for _ in 0..<Self.deepest where hasText("amp;", at: end) {
      end += 4
      body(UInt32(Self.ampersand), end)
    }
    for (name, scalar) in Self.entities where scalar != 0x26 && hasText(name, at: end) {
      body(scalar, end + name.utf8.count)
    }
    if hasText("#", at: end) { numericReading(at: end + 1, body) }
  }

  private func numericReading(at position: Int, _ body: (UInt32, Int) -> Void) {
    let isHex = hasText("x", at: position) || hasText("X", at: position)
    var end = isHex ? position + 1 : position
    let start = end
    var value: UInt32 = 0
    while end < bytes.count, end - start < 8, let digit = Self.hexDigit(bytes[end]), isHex || digit < 10 {
      value = value &* (isHex ? 16 : 10) &+ digit
      end += 1
    }
    if end > start, hasText(";", at: end) { body(value, end + 1) }
  }
}

// MARK: - Pieces

extension EncodedText {
  private func hasText(_ text: String, at position: Int) -> Bool {
    let utf8 = text.utf8
    guard position + utf8.count <= bytes.count else { return false }
    return bytes[position..<position + utf8.count].elementsEqual(utf8)
  }

  private func hexValue(in range: Range<Int>) -> UInt32? {
    guard range.upperBound <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in range {
      guard let digit = Self.hexDigit(bytes[index]) else { return nil }
      value = value << 4 | digit
    }
    return value
  }

  private static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
