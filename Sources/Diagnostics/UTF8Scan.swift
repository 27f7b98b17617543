/// Reads UTF-8 that may be broken, one character or one broken piece at a time.
package enum UTF8Scan {
  /// The number of bytes of the character at an offset; 1 for a byte that begins no valid character.
  package static func length(at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    scalar(at: offset, in: bytes)?.length ?? 1
  }

  /// The character at an offset, or nil where the bytes are not UTF-8.
  package static func scalar(
    at offset: Int, in bytes: UnsafeBufferPointer<UInt8>
  ) -> (value: Unicode.Scalar, length: Int)? {
    let first = bytes[offset]
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length: Int
    var value: UInt32
    switch first {
    case 0xC2...0xDF: (length, value) = (2, UInt32(first & 0x1F))
    case 0xE0...0xEF: (length, value) = (3, UInt32(first & 0x0F))
    case 0xF0...0xF4: (length, value) = (4, UInt32(first & 0x07))
    default: return nil
    }
    guard offset + length <= bytes.count else { return nil }
    for next in 1..<length {
      let byte = bytes[offset + next]
      guard byte & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    // Overlong forms; surrogates and what lies past the last character are no scalars.
    if (length == 3 && value < 0x800) || (length == 4 && value < 0x10000) { return nil }
    guard let scalar = Unicode.Scalar(value) else { return nil }
    return (scalar, length)
  }

  /// Whether a text begins with the UTF-8 byte order mark.
  package static func isByteOrderMark(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
  }
}
