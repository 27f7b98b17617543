/// Finds the places of many bytes of one text, in time that grows with the distance from one to the next.
///
/// `SourceText.location(ofOffset:)` counts from the start of the line; a parser of a file that is all one line must not.
package struct SourceCursor: Sendable {
  private let source: SourceText
  private var current: SourceLocation

  /// Starts at the first byte; a byte order mark takes no column.
  package init(_ source: SourceText) {
    self.init(startingLine: 1, atOffset: 0, in: source)
  }

  /// Starts at a place that is known.
  package init(_ source: SourceText, at location: SourceLocation) {
    self.source = source
    self.current = location
  }

  init(startingLine line: Int, atOffset offset: Int, in source: SourceText) {
    self.source = source
    self.current = SourceLocation(line: line, column: 1, offset: offset)
  }

  /// The place of a byte, cut to the text.
  package mutating func location(ofOffset offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), source.bytes.count)
    if offset < current.offset { goBack(to: offset) }
    source.bytes.withUnsafeBufferPointer { bytes in
      while current.offset < offset {
        let byte = bytes[current.offset]
        if byte == UInt8(ascii: "\n") {
          current.line += 1
          current.column = 1
          current.offset += 1
        } else if byte < 0x80 {
          current.column += 1
          current.offset += 1
        } else {
          let next = current.offset + UTF8Scan.length(at: current.offset, in: bytes)
          // A byte inside a character has the character's column, but a mark's byte is no column of its own.
          if next > offset { break }
          if !(current.offset == 0 && UTF8Scan.isByteOrderMark(bytes)) { current.column += 1 }
          current.offset = next
        }
      }
    }
    return SourceLocation(line: current.line, column: current.column, offset: offset)
  }

  /// Goes back to the character that holds a byte before the current place, or to the start of its line.
  private mutating func goBack(to offset: Int) {
    source.bytes.withUnsafeBufferPointer { bytes in
      var start = offset
      while start > 0, bytes[start] & 0xC0 == 0x80 { start -= 1 }
      let isSameLine = !bytes[start..<current.offset].contains(UInt8(ascii: "\n"))
      if isSameLine, start > 0 {
        // Counting forward from the first byte of a character meets the same characters as counting from the line's start.
        var scalars = 0
        var next = start
        while next < current.offset {
          next += UTF8Scan.length(at: next, in: bytes)
          scalars += 1
        }
        current = SourceLocation(line: current.line, column: current.column - scalars, offset: start)
        return
      }
      let lineBreaks = bytes[start..<current.offset].count { $0 == UInt8(ascii: "\n") }
      while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      current = SourceLocation(line: current.line - lineBreaks, column: 1, offset: start)
    }
  }
}
