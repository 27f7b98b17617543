/// Tells quickly that no pattern can begin at a place of a text.
struct PatternFilter: Sendable {
  private var isEmpty = true
  /// One bit for each pair of bytes.
  private var pairs = [UInt64](repeating: 0, count: 1 << 10)

  /// Takes in all ways in which a pattern of at least two characters can begin.
  mutating func insert(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
    let bytes = Array((String(Character(first)) + String(Character(second))).utf8)
    insert(bytes[0], bytes[1])
    if first.isASCII {
      for escape in EncodedText.escapes { insert(bytes[0], escape) }
    }
    if first == " " { insertAll(EncodedText.plus) }
    if isEmpty {
      for escape in EncodedText.escapes where escape != EncodedText.plus { insertAll(escape) }
      isEmpty = false
    }
  }

  /// Whether a pattern may begin with these bytes of a text.
  func mayBegin(_ first: UInt8, _ second: UInt8) -> Bool {
    let pair = Int(first) << 8 | Int(second)
    return pairs[pair >> 6] >> UInt64(pair & 63) & 1 != 0
  }

  private mutating func insertAll(_ first: UInt8) {
    for second in UInt8.min...UInt8.max { insert(first, second) }
  }

  private mutating func insert(_ first: UInt8, _ second: UInt8) {
    let pair = Int(first) << 8 | Int(second)
    pairs[pair >> 6] |= 1 << UInt64(pair & 63)
  }
}
