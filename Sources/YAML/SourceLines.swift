import Diagnostics

/// Questions about the lines round a fault, by byte offsets. No parser: it looks at one line at a time.
struct SourceLines {
  let source: SourceText

  init(_ source: SourceText) { self.source = source }

  private var bytes: [UInt8] { source.bytes }

  /// The end of the text without the blanks and line breaks at its end.
  var end: Int { source.endWithoutBlanks(from: 0, to: bytes.count) }

  func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  func text(_ range: Range<Int>) -> String { source.text(in: range) }

  func character(at offset: Int) -> Character {
    text(offset..<next(offset)).first ?? " "
  }

  /// The offset behind the character at an offset.
  func next(_ offset: Int) -> Int {
    guard offset < bytes.count else { return offset }
    return bytes.withUnsafeBufferPointer { offset + UTF8Scan.length(at: offset, in: $0) }
  }

  // MARK: Lines

  func lineStart(_ offset: Int) -> Int {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  func lineEnd(_ offset: Int) -> Int {
    var end = min(offset, bytes.count)
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return end
  }

  /// Columns from 0, in bytes; enough to compare indentation.
  func column(_ offset: Int) -> Int { offset - lineStart(offset) }

  /// The blanks at the beginning of a line.
  func indentation(ofLineAt offset: Int) -> Range<Int> { lineStart(offset)..<contentStart(ofLineAt: offset) }

  func contentStart(ofLineAt offset: Int) -> Int {
    var start = lineStart(offset)
    while isBlank(at: start) { start += 1 }
    return start
  }

  func contentEnd(ofLineAt offset: Int) -> Int {
    source.endWithoutBlanks(from: lineStart(offset), to: lineEnd(offset))
  }

  /// From an offset to the end of its line, without blanks and a comment at the end.
  func rest(ofLineFrom offset: Int) -> Range<Int> {
    let lineEnd = lineEnd(offset)
    var end = offset
    while end < lineEnd, !(bytes[end] == UInt8(ascii: "#") && end > offset && isBlank(at: end - 1)) { end += 1 }
    return offset..<max(offset, source.endWithoutBlanks(from: offset, to: end))
  }

  /// The content of the nearest line above that is neither empty nor a comment.
  func lineAbove(_ offset: Int) -> Range<Int>? {
    var start = lineStart(offset)
    while start > 0 {
      let above = contentStart(ofLineAt: start - 1)
      let line = rest(ofLineFrom: min(above, start - 1))
      if !line.isEmpty, bytes[line.lowerBound] != UInt8(ascii: "#") { return line }
      start = lineStart(start - 1)
    }
    return nil
  }

  /// The last byte before an offset that is no blank and no line break; -1 where there is none.
  func lastContent(before offset: Int) -> Int { source.endWithoutBlanks(from: 0, to: min(offset, bytes.count)) - 1 }

  // MARK: Words

  /// The word at an offset; at the end of the text the place behind its last character.
  func word(at offset: Int) -> Range<Int> {
    guard offset < end else { return end..<end }
    var wordEnd = next(offset)
    while wordEnd < bytes.count, bytes[wordEnd] > 0x20, !Self.flowSigns.contains(bytes[wordEnd]),
      !Self.flowSigns.contains(bytes[offset]), !isMappingColon(at: wordEnd)
    {
      wordEnd += 1
    }
    return offset..<wordEnd
  }

  /// The word that ends before an offset, blanks between left out.
  func plainWord(before offset: Int) -> Range<Int> {
    let end = lastContent(before: offset) + 1
    var start = end
    while start > 0, bytes[start - 1] > 0x20, !Self.flowSigns.contains(bytes[start - 1]) { start -= 1 }
    return start..<end
  }

  private static var flowSigns: [UInt8] { Array(",[]{}".utf8) }

  /// The `\x`, `\u` or `\U` whose digits begin at or before an offset, up to where its line or its digits end.
  func escape(before offset: Int) -> Range<Int> {
    let line = lineStart(offset)
    var start = min(offset, bytes.count)
    while start > line, byte(at: start) != UInt8(ascii: "\\") { start -= 1 }
    var end = min(start + 2, lineEnd(offset))
    while end < lineEnd(offset), Character(Unicode.Scalar(bytes[end])).isHexDigit, end - start < 10 { end += 1 }
    return start..<max(start, end)
  }

  func isBlank(at offset: Int) -> Bool {
    byte(at: offset) == UInt8(ascii: " ") || byte(at: offset) == UInt8(ascii: "\t")
  }

  /// Whether there are only blanks, and no line break, in a range.
  func isBlank(_ range: Range<Int>) -> Bool { range.allSatisfy { isBlank(at: $0) } }

  func firstTabs(in range: Range<Int>) -> Range<Int>? {
    guard let first = range.first(where: { byte(at: $0) == UInt8(ascii: "\t") }) else { return nil }
    return first..<(range[first...].first { byte(at: $0) != UInt8(ascii: "\t") } ?? range.upperBound)
  }

  /// Whether a `-` with a blank behind it begins here.
  func startsItem(_ offset: Int) -> Bool {
    byte(at: offset) == UInt8(ascii: "-") && (isBlank(at: offset + 1) || lineEnd(offset) == offset + 1)
  }

  /// The first `:` with a blank behind it, outside quotes.
  func mappingColon(in range: Range<Int>) -> Int? {
    outsideQuotes(range).first { isMappingColon(at: $0) }
  }

  /// The first `:` with neither a blank nor `/` behind it, outside quotes, where no `: ` stands: as in `a:1`, not `http://x`.
  func colonWithoutSpace(in range: Range<Int>) -> Int? {
    guard mappingColon(in: range) == nil else { return nil }
    return outsideQuotes(range).first {
      bytes[$0] == UInt8(ascii: ":") && $0 > range.lowerBound && $0 + 1 < range.upperBound
        && bytes[$0 + 1] != UInt8(ascii: "/")
    }
  }

  private func isMappingColon(at offset: Int) -> Bool {
    guard byte(at: offset) == UInt8(ascii: ":") else { return false }
    return byte(at: offset + 1).map { $0 <= 0x20 } ?? true
  }

  /// The offsets of what stands in no quotes; quotes count only at the beginning of a word.
  private func outsideQuotes(_ range: Range<Int>) -> [Int] {
    var result: [Int] = []
    var quote: UInt8?
    for offset in range.clamped(to: 0..<bytes.count) {
      let byte = bytes[offset]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\""),
        offset == range.lowerBound || bytes[offset - 1] <= 0x20 || Self.flowSigns.contains(bytes[offset - 1])
      {
        quote = byte
      } else {
        result.append(offset)
      }
    }
    return result
  }
}

extension SourceText {
  /// The end of a range of bytes without the blanks and line breaks at its end.
  func endWithoutBlanks(from start: Int, to end: Int) -> Int {
    var end = end
    while end > start {
      switch bytes[end - 1] {
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): end -= 1
      default: return end
      }
    }
    return end
  }
}
