/// The characters of a text's base64 that depend on that text alone, when it stands somewhere inside longer data.
struct Base64Core {
  /// ASCII codes.
  var characters: [UInt32]
  /// Whether a character before or behind carries bits of the text as well.
  var ending: SecretTrie.Ending

  /// - Parameter alignment: How many bytes of another text share the first group of three.
  init(of bytes: [UInt8], alignment: Int) {
    let firstBit = alignment * 8
    let endBit = firstBit + bytes.count * 8
    func bit(_ index: Int) -> UInt8 {
      let place = index - firstBit
      return bytes[place >> 3] >> UInt8(7 - place & 7) & 1
    }
    characters = []
    for start in stride(from: (firstBit + 5) / 6 * 6, through: endBit - 6, by: 6) {
      let sextet = (start..<start + 6).reduce(UInt8(0)) { $0 << 1 | bit($1) }
      characters.append(UInt32(Self.alphabet[Int(sextet)]))
    }
    ending = .plain
    if firstBit % 6 != 0 { ending.insert(.base64Before) }
    if endBit % 6 != 0 { ending.insert(.base64Behind) }
  }

  /// The same character in base64url.
  static func urlCharacter(_ character: UInt32) -> UInt32 {
    switch character {
    case UInt32(UInt8(ascii: "+")): UInt32(UInt8(ascii: "-"))
    case UInt32(UInt8(ascii: "/")): UInt32(UInt8(ascii: "_"))
    default: character
    }
  }

  /// Whether the byte is a character of base64 or base64url, but for the padding.
  static func isCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// What a whole text in base64, padded or not, stands for; `nil` where it is none, or not of a text in UTF-8.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "=") { break }
      guard let sextet = alphabet.firstIndex(of: byte) else { return nil }
      bits = bits << 6 | UInt32(sextet)
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
