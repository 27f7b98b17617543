/// Bits of bytes, the lowest first.
struct BitReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  private var held: UInt64 = 0
  private var heldCount = 0

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    position = bytes.startIndex
  }

  /// The next bits without taking them; zeros behind the end.
  mutating func peek(_ count: Int) -> Int {
    while heldCount < count, position < bytes.endIndex {
      held |= UInt64(bytes[position]) << UInt64(heldCount)
      position += 1
      heldCount += 8
    }
    return Int(held & (1 << UInt64(count) - 1))
  }

  mutating func take(_ count: Int) throws(Inflate.Failure) {
    guard count <= heldCount else { throw .endsEarly }
    held >>= UInt64(count)
    heldCount -= count
  }

  mutating func bits(_ count: Int) throws(Inflate.Failure) -> Int {
    let value = peek(count)
    try take(count)
    return value
  }

  mutating func alignToByte() {
    held >>= UInt64(heldCount % 8)
    heldCount -= heldCount % 8
  }

  /// The bytes behind the one whose bits were taken last.
  var rest: ArraySlice<UInt8> { bytes[(position - heldCount / 8)...] }
}

/// A code of which no word begins another (RFC 1951, section 3.2.2).
struct PrefixCode {
  private static let quickBits = 9
  /// For all values of the next nine bits: the symbol and the length of its word, if that is no longer; else 0.
  private var quick = [UInt16](repeating: 0, count: 1 << PrefixCode.quickBits)
  /// How many words there are of each length, and all symbols in the order of their words.
  private var counts = [Int](repeating: 0, count: 16)
  private var symbols: [UInt16] = []

  /// Fails if the lengths ask for more words than there are. Fewer are allowed: those missing never occur in valid data.
  init(_ lengths: some RandomAccessCollection<UInt8>) throws(Inflate.Failure) {
    self.init(unchecked: Array(lengths))
    var free = 1
    for length in 1...15 {
      free = free * 2 - counts[length]
      if free < 0 { throw .invalid }
    }
  }

  init(unchecked lengths: [UInt8]) {
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var word = 0
    for length in 1...15 {
      for symbol in lengths.indices where lengths[symbol] == length {
        symbols.append(UInt16(symbol))
        if length <= Self.quickBits { fillQuick(word, length, symbol) }
        word += 1
      }
      word <<= 1
    }
  }

  private mutating func fillQuick(_ word: Int, _ length: Int, _ symbol: Int) {
    var reversed = 0
    for bit in 0..<length where word & (1 << bit) != 0 { reversed |= 1 << (length - 1 - bit) }
    // Words too many, which the caller refuses, fall outside.
    for index in stride(from: reversed, to: quick.count, by: 1 << length) {
      quick[index] = UInt16(symbol << 4 | length)
    }
  }

  func next(from input: inout BitReader) throws(Inflate.Failure) -> Int {
    let entry = quick[input.peek(Self.quickBits)]
    if entry != 0 {
      try input.take(Int(entry & 15))
      return Int(entry >> 4)
    }
    var word = 0
    var first = 0
    var index = 0
    for length in 1...15 {
      word |= try input.bits(1)
      let count = counts[length]
      if word - first < count { return Int(symbols[index + word - first]) }
      index += count
      first = (first + count) << 1
      word <<= 1
    }
    throw .invalid
  }
}
