import Synchronization

/// A source text with its name, as the user knows it.
package final class SourceText: Sendable {
  /// The path as the user wrote it, or a name such as `<input>`.
  package let name: String
  package let bytes: [UInt8]

  /// Where each line begins; found at the first question, since most texts are never asked about.
  private let lineTable = Mutex<[Int]?>(nil)

  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  package convenience init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The number of lines; a text that ends with a line feed has an empty last line, and an empty text has one line.
  package var lineCount: Int { lineStarts.count }

  /// The bytes of a line, counted from 1, without its line feed or carriage return and line feed.
  ///
  /// A line that does not exist is empty, at the end of the text.
  package func byteRange(ofLine line: Int) -> Range<Int> {
    let starts = lineStarts
    guard line >= 1, line <= starts.count else { return bytes.count..<bytes.count }
    let start = starts[line - 1]
    guard line < starts.count else { return start..<bytes.count }
    var end = starts[line] - 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return start..<end
  }

  /// The text of a line, counted from 1; bytes that are not UTF-8 become U+FFFD.
  package func line(_ line: Int) -> String { text(in: byteRange(ofLine: line)) }

  /// The text of a range of bytes, cut to what exists; bytes that are not UTF-8 become U+FFFD.
  package func text(in range: Range<Int>) -> String {
    String(decoding: bytes[range.clamped(to: 0..<bytes.count)], as: UTF8.self)
  }

  /// The text of a range, cut to what exists; bytes that are not UTF-8 become U+FFFD.
  package func text(in range: SourceRange) -> String {
    text(in: range.start.offset..<max(range.start.offset, range.end.offset))
  }

  /// The place of a byte, cut to the text.
  package func location(ofOffset offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), bytes.count)
    let starts = lineStarts
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    var cursor = SourceCursor(startingLine: low + 1, atOffset: starts[low], in: self)
    return cursor.location(ofOffset: offset)
  }

  /// The places of a range of bytes, cut to the text.
  package func range(ofOffsets offsets: Range<Int>) -> SourceRange {
    SourceRange(location(ofOffset: offsets.lowerBound), location(ofOffset: offsets.upperBound))
  }

  private var lineStarts: [Int] {
    lineTable.withLock { table in
      if let table { return table }
      var starts = [0]
      for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
        starts.append(offset + 1)
      }
      table = starts
      return starts
    }
  }
}
