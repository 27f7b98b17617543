/// Splits an expression into tokens, one at a time.
struct Lexer {
  let bytes: [UInt8]
  /// Of the next byte to read.
  var position: Int
  /// Where comments stand, so that the text can be handed on without them.
  private(set) var comments: [Range<Int>] = []

  init(_ bytes: [UInt8], from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  private static let symbols: [String] = [
    "?//", "//=", "//", "|=", "+=", "-=", "*=", "/=", "%=", "==", "!=", "<=", ">=", "..",
    ".", "[", "]", "(", ")", "{", "}", "|", ",", ":", ";", "=", "<", ">", "+", "-", "*", "/", "%", "?",
  ]

  mutating func next() throws(ExpressionError) -> Token {
    let before = position
    skipSpace()
    let start = position
    func token(_ kind: Token.Kind) -> Token { Token(kind: kind, range: start..<position, followsSpace: start > before) }
    guard let byte = peek() else { return token(.end) }
    if byte == UInt8(ascii: "\"") {
      position += 1
      return token(.quote)
    }
    if Self.isNameStart(byte) { return token(.name(qualifiedName())) }
    if Self.isDigit(byte) || (byte == UInt8(ascii: ".") && peek(1).map(Self.isDigit) == true) {
      return token(.number(try number()))
    }
    if byte == UInt8(ascii: "."), peek(1).map(Self.isNameStart) == true {
      position += 1
      return token(.field(name()))
    }
    if byte == UInt8(ascii: "$") {
      position += 1
      guard peek().map(Self.isNameStart) == true else {
        throw ExpressionError(.invalid, "'$' without the name of a variable", at: start..<position)
      }
      return token(.variable(qualifiedName()))
    }
    if byte == UInt8(ascii: "@") {
      position += 1
      guard peek().map(Self.isNameByte) == true else {
        throw ExpressionError(
          .invalid, "'@' without the name of a format", at: start..<position, hint: "such as '@base64'")
      }
      return token(.format("@" + name()))
    }
    for symbol in Self.symbols where symbol.utf8.first == byte && starts(with: symbol) {
      position += symbol.utf8.count
      return token(.symbol(symbol))
    }
    throw invalidCharacter()
  }

  // MARK: Pieces

  func peek(_ ahead: Int = 0) -> UInt8? {
    position + ahead < bytes.count ? bytes[position + ahead] : nil
  }

  private func starts(with symbol: String) -> Bool { bytes[position...].starts(with: symbol.utf8) }

  private mutating func skipSpace() {
    while let byte = peek() {
      if byte == UInt8(ascii: "#") {
        let start = position
        while let byte = peek(), byte != UInt8(ascii: "\n") { position += 1 }
        comments.append(start..<position)
      } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
        position += 1
      } else {
        return
      }
    }
  }

  private mutating func name() -> String {
    let start = position
    while let byte = peek(), Self.isNameByte(byte) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func qualifiedName() -> String {
    var result = name()
    while peek() == UInt8(ascii: ":"), peek(1) == UInt8(ascii: ":"), peek(2).map(Self.isNameStart) == true {
      position += 2
      result += "::" + name()
    }
    return result
  }

  private mutating func number() throws(ExpressionError) -> String {
    let start = position
    func digits(_ lexer: inout Lexer) { while let byte = lexer.peek(), Self.isDigit(byte) { lexer.position += 1 } }
    digits(&self)
    if peek() == UInt8(ascii: ".") {
      position += 1
      digits(&self)
    }
    if let byte = peek(), byte | 0x20 == UInt8(ascii: "e") {
      let sign = peek(1) == UInt8(ascii: "+") || peek(1) == UInt8(ascii: "-") ? 1 : 0
      if peek(1 + sign).map(Self.isDigit) == true {
        position += 1 + sign
        digits(&self)
      }
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func invalidCharacter() -> ExpressionError {
    var end = position + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    switch text {
    case "'":
      return ExpressionError(
        .invalid, "strings in an expression stand in double quotes", at: position..<end,
        hint: "write \"…\" instead of '…'")
    case "&", "!":
      let hint = text == "&" ? "write 'and'" : "write '!=' or '| not'"
      return ExpressionError(.invalid, "'\(text)' is no operator of jq", at: position..<end, hint: hint)
    default:
      let shown = bytes[position] < 0x20 ? "the control character 0x\(String(bytes[position], radix: 16))" : "'\(text)'"
      return ExpressionError(.invalid, "\(shown) has no meaning in an expression", at: position..<end)
    }
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }
  static func isNameStart(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || (byte | 0x20) &- UInt8(ascii: "a") < 26
  }
  static func isNameByte(_ byte: UInt8) -> Bool { isNameStart(byte) || isDigit(byte) }
}

// MARK: - Strings

extension Lexer {
  enum StringPiece {
    case text(String)
    /// `\(` was read; an expression and `)` follow.
    case interpolation
    /// The closing quote was read.
    case end
  }

  /// Reads on in the string whose quote is at `opening`.
  mutating func nextStringPiece(opening: Int) throws(ExpressionError) -> StringPiece {
    var text: [UInt8] = []
    while let byte = peek() {
      if byte == UInt8(ascii: "\"") {
        if !text.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
        position += 1
        return .end
      }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        position += 1
        continue
      }
      if peek(1) == UInt8(ascii: "(") {
        if !text.isEmpty { return .text(String(decoding: text, as: UTF8.self)) }
        position += 2
        return .interpolation
      }
      try escape(into: &text)
    }
    throw ExpressionError(.invalid, "a string that is not closed", at: opening..<bytes.count, hint: "add '\"'")
  }

  private mutating func escape(into text: inout [UInt8]) throws(ExpressionError) {
    let start = position
    guard let byte = peek(1) else {
      throw ExpressionError(.invalid, "a string that ends in a backslash", at: start..<bytes.count)
    }
    position += 2
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0C)
    case UInt8(ascii: "n"): text.append(0x0A)
    case UInt8(ascii: "r"): text.append(0x0D)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      guard var code = hexCode() else {
        throw ExpressionError(.invalid, "'\\u' without four hex digits", at: start..<position)
      }
      if code & 0xFC00 == 0xD800, peek() == UInt8(ascii: "\\"), peek(1) == UInt8(ascii: "u") {
        let afterFirst = position
        position += 2
        if let low = hexCode(), low & 0xFC00 == 0xDC00 {
          code = 0x10000 + (code & 0x3FF) << 10 + (low & 0x3FF)
        } else {
          position = afterFirst
        }
      }
      let scalar = Unicode.Scalar(code) ?? "\u{FFFD}"
      text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    default:
      var end = position
      while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
      let shown = String(decoding: bytes[start..<end], as: UTF8.self)
      throw ExpressionError(
        .invalid, "'\(shown)' is no escape of a string", at: start..<end, hint: "write '\\\\' for a backslash")
    }
  }

  private mutating func hexCode() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var code: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard byte < 0x80, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      code = code << 4 | UInt32(digit)
    }
    position += 4
    return code
  }
}
