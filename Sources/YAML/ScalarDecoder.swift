import Diagnostics

/// Decodes a scalar again, as libyaml did, and notes where each byte of the decoded text comes from.
///
/// libyaml gives only the two ends of a scalar. The source is known to be well formed here, since libyaml has read it.
struct ScalarDecoder {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let scalar: YAMLScalar
  /// Decoding stops behind this many bytes.
  private let needed: Int
  private var offset: Int
  private var end: Int
  private(set) var decoded: [UInt8] = []
  /// The source's offset of every decoded byte.
  private var places: [Int] = []

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ scalar: YAMLScalar, upTo needed: Int) {
    self.bytes = bytes
    self.scalar = scalar
    self.needed = needed
    offset = scalar.range.start.offset
    end = min(scalar.range.end.offset, bytes.count)
  }

  /// The source's offset of a decoded byte, or of the end of the text.
  func place(of decodedOffset: Int) -> Int {
    decodedOffset < 0 ? scalar.range.start.offset : decodedOffset < places.count ? places[decodedOffset] : offset
  }

  mutating func run() {
    switch scalar.style {
    case .plain: decodeFlow()
    case .singleQuoted, .doubleQuoted:
      // An alias to nothing, and a scalar made by hand, have no quotes.
      guard end - offset >= 2 else { return }
      offset += 1
      end -= 1
      decodeFlow()
    case .literal, .folded: decodeBlock()
    }
  }

  private var hasMore: Bool { offset < end && decoded.count <= needed }

  // MARK: Plain and quoted

  private mutating func decodeFlow() {
    while hasMore {
      let byte = bytes[offset]
      if byte == UInt8(ascii: "'"), scalar.style == .singleQuoted {
        emit(byte, from: offset)
        offset += 2
      } else if byte == UInt8(ascii: "\\"), scalar.style == .doubleQuoted {
        decodeEscape()
      } else if isBlank(at: offset) || breakLength(at: offset) > 0 {
        decodeSpace(afterEscapedBreak: false)
      } else {
        copyCharacter()
      }
    }
  }

  private mutating func decodeEscape() {
    let start = offset
    let length = breakLength(at: start + 1)
    if length > 0 {
      offset += 1 + length
      decodeSpace(afterEscapedBreak: true)
      return
    }
    guard start + 1 < end else {
      offset = end
      return
    }
    offset += 2
    let letter = bytes[start + 1]
    let digits = [UInt8(ascii: "x"): 2, UInt8(ascii: "u"): 4, UInt8(ascii: "U"): 8][letter] ?? 0
    var value = Self.escapes[letter] ?? UInt32(letter)
    if digits > 0 {
      value = 0
      for index in offset..<min(offset + digits, end) {
        value = value << 4 | UInt32(Character(Unicode.Scalar(bytes[index])).hexDigitValue ?? 0)
      }
      offset = min(offset + digits, end)
    }
    for byte in String(Unicode.Scalar(value) ?? "\u{FFFD}").utf8 { emit(byte, from: start) }
  }

  private static var escapes: [UInt8: UInt32] {
    [
      UInt8(ascii: "0"): 0x00, UInt8(ascii: "a"): 0x07, UInt8(ascii: "b"): 0x08, UInt8(ascii: "t"): 0x09,
      UInt8(ascii: "n"): 0x0A, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "f"): 0x0C, UInt8(ascii: "r"): 0x0D,
      UInt8(ascii: "e"): 0x1B, UInt8(ascii: "N"): 0x85, UInt8(ascii: "_"): 0xA0, UInt8(ascii: "L"): 0x2028,
      UInt8(ascii: "P"): 0x2029,
    ]
  }

  /// Blanks and line breaks: kept within a line; across lines one break is a space, and several are one fewer.
  private mutating func decodeSpace(afterEscapedBreak: Bool) {
    let start = offset
    var breaks: [Int] = []
    while offset < end {
      let length = breakLength(at: offset)
      if length > 0 { breaks.append(offset) } else if !isBlank(at: offset) { break }
      offset += max(1, length)
    }
    if afterEscapedBreak {
      for place in breaks { emitBreak(at: place) }
    } else if !breaks.isEmpty {
      if breaks.count == 1 {
        emit(UInt8(ascii: " "), from: start)
      } else {
        for place in breaks.dropFirst() { emitBreak(at: place) }
      }
    } else {
      for place in start..<offset { emit(bytes[place], from: place) }
    }
  }

  // MARK: Blocks

  private mutating func decodeBlock() {
    let isKept = skipHeader()
    let indentation = blockIndentation()
    // What follows the range are only the line breaks at its end, which belong to the text.
    end = bytes.count
    var lastBreak: Int?
    var emptyLines = skipEmptyLines(indentation)
    var wasBlank = false
    var remaining = scalar.text.utf8.count
    while hasMore, remaining > 0, column == indentation {
      let isBlank = isBlank(at: offset)
      if scalar.style == .folded, let place = lastBreak, !wasBlank, !isBlank {
        if emptyLines.isEmpty { emit(UInt8(ascii: " "), from: place) }
      } else if let place = lastBreak {
        emitBreak(at: place)
      }
      for place in emptyLines { emitBreak(at: place) }
      wasBlank = isBlank
      while offset < end, breakLength(at: offset) == 0 { copyCharacter() }
      lastBreak = offset < end ? offset : nil
      offset += breakLength(at: offset)
      remaining = scalar.text.utf8.count - decoded.count
      if remaining > 0 { emptyLines = skipEmptyLines(indentation) }
    }
    let contentEnd = lastBreak ?? offset
    if let place = lastBreak, decoded.count < scalar.text.utf8.count { emitBreak(at: place) }
    if isKept { for place in emptyLines { emitBreak(at: place) } }
    if !decoded.isEmpty, decoded.count <= needed { offset = max(contentEnd, (places.last ?? 0) + 1) }
  }

  /// Skips `|2-` and a comment behind it; true where all line breaks at the end are kept.
  private mutating func skipHeader() -> Bool {
    var isKept = false
    var isComment = false
    while offset < bytes.count, breakLength(at: offset) == 0 {
      if isBlank(at: offset) { isComment = true }
      if bytes[offset] == UInt8(ascii: "+"), !isComment { isKept = true }
      offset += 1
    }
    offset += breakLength(at: offset)
    return isKept
  }

  /// The columns before the content: those of the first line with content, less the spaces that its text begins with.
  private func blockIndentation() -> Int {
    let textLine = scalar.text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)
      .first { line in line.contains { $0 != UInt8(ascii: " ") } }
    let kept = textLine?.prefix { $0 == UInt8(ascii: " ") }.count ?? 0
    var place = offset
    while place < bytes.count {
      var spaces = 0
      while place < bytes.count, bytes[place] == UInt8(ascii: " ") {
        spaces += 1
        place += 1
      }
      if place < bytes.count, breakLength(at: place) == 0 { return max(0, spaces - kept) }
      place += max(1, breakLength(at: place))
    }
    return .max
  }

  /// Skips the indentation, and with it whole lines that hold no more; returns the places of their breaks.
  private mutating func skipEmptyLines(_ indentation: Int) -> [Int] {
    var breaks: [Int] = []
    while true {
      column = 0
      while column < indentation, offset < end, bytes[offset] == UInt8(ascii: " ") {
        column += 1
        offset += 1
      }
      let length = breakLength(at: offset)
      if length == 0 { return breaks }
      breaks.append(offset)
      offset += length
    }
  }

  /// The column at which `skipEmptyLines` stopped.
  private var column = 0

  // MARK: Bytes

  private mutating func emit(_ byte: UInt8, from place: Int) {
    decoded.append(byte)
    places.append(place)
  }

  private mutating func copyCharacter() {
    let length = UTF8Scan.length(at: offset, in: bytes)
    for place in offset..<(offset + length) { emit(bytes[place], from: place) }
    offset += length
  }

  /// A line break of any kind is a line feed.
  private mutating func emitBreak(at place: Int) { emit(UInt8(ascii: "\n"), from: place) }

  private func isBlank(at place: Int) -> Bool {
    place < bytes.count && (bytes[place] == UInt8(ascii: " ") || bytes[place] == UInt8(ascii: "\t"))
  }

  /// The bytes of the line break at a place; 0 where there is none. `TextCheck` lets no other kinds of them through.
  private func breakLength(at place: Int) -> Int {
    guard place < bytes.count else { return 0 }
    switch bytes[place] {
    case UInt8(ascii: "\n"): return 1
    case UInt8(ascii: "\r"): return place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: "\n") ? 2 : 1
    default: return 0
    }
  }
}
