/// A source line as it is shown, with the padding and the width of the carets under a range of it.
struct SourceExcerpt {
  let line: Int
  /// The line, or the part of it round the range, safe for a terminal, without trailing blanks.
  let text: String
  /// As wide as the text before the carets: a tab stays a tab.
  let padding: String
  let caretColumns: Int

  init(_ range: SourceRange, in source: SourceText, maximumColumns: Int) {
    line = range.start.line
    let lineBytes = source.byteRange(ofLine: range.start.line)
    let start = min(max(range.start.offset, lineBytes.lowerBound), lineBytes.upperBound)
    let end = min(max(range.end.offset, start), lineBytes.upperBound)
    // Of a line without end only what may be shown is looked at, or many mistakes in one line would take for ever.
    let near = source.characters(near: start, within: lineBytes, distance: 8 * maximumColumns)
    var cells = Self.cells(of: source, in: near)

    var first = cells.firstIndex { $0.offset >= start } ?? cells.count
    // A place inside a character, or on one that has no width of its own, is shown at the character that carries it.
    while first > 0, first < cells.count, cells[first].offset > start || cells[first].columns == 0 { first -= 1 }
    var last = cells.firstIndex { $0.offset >= end } ?? cells.count
    // Only the first line of a longer range is shown, and nothing is meant by the blanks at its end.
    while last > first + 1, cells[last - 1].isBlank { last -= 1 }
    if range.start.line == range.end.line, end > start { last = max(last, first + 1) }
    last = min(max(last, first), cells.count)

    var shown = 0..<cells.count
    while shown.upperBound > max(last, first), cells[shown.upperBound - 1].isBlank {
      shown = 0..<(shown.upperBound - 1)
    }
    if near != lineBytes || cells[shown].reduce(0, { $0 + $1.columns }) > maximumColumns {
      shown = Self.window(on: first..<last, of: cells, within: shown, columns: maximumColumns)
      last = min(last, shown.upperBound)
      let isCutLeft = shown.lowerBound > 0 || near.lowerBound > lineBytes.lowerBound
      if shown.upperBound < cells.count || near.upperBound < lineBytes.upperBound {
        cells.insert(.ellipsis, at: shown.upperBound)
        shown = shown.lowerBound..<shown.upperBound + 1
      }
      if isCutLeft { cells[shown.lowerBound] = .ellipsis }
    }
    text = cells[shown].map(\.text).joined()
    padding = cells[shown.lowerBound..<max(first, shown.lowerBound)].map(\.padding).joined()
    caretColumns = max(1, cells[first..<max(first, last)].reduce(0) { $0 + $1.columns })
  }

  /// The cells to show of a line that is too long: the range's beginning with about a third of the room before it.
  private static func window(
    on range: Range<Int>, of cells: [Cell], within whole: Range<Int>, columns: Int
  ) -> Range<Int> {
    var room = columns - 2
    var lower = min(range.lowerBound, whole.upperBound)
    var upper = lower
    let before = room / 3
    var taken = 0
    while lower > whole.lowerBound, taken + cells[lower - 1].columns <= before {
      lower -= 1
      taken += cells[lower].columns
    }
    room -= taken
    while upper < whole.upperBound, cells[upper].columns <= room {
      room -= cells[upper].columns
      upper += 1
    }
    while lower > whole.lowerBound, cells[lower - 1].columns <= room {
      lower -= 1
      room -= cells[lower].columns
    }
    return lower..<upper
  }

  /// A character of a line, or the sign for what is left out.
  private struct Cell {
    var offset: Int
    var text: String
    var columns: Int
    var isBlank: Bool { text == " " || text == "\t" }
    var padding: String { text == "\t" ? "\t" : String(repeating: " ", count: columns) }

    static var ellipsis: Cell { Cell(offset: -1, text: "…", columns: 1) }
  }

  private static func cells(of source: SourceText, in range: Range<Int>) -> [Cell] {
    source.bytes.withUnsafeBufferPointer { bytes in
      var cells: [Cell] = []
      cells.reserveCapacity(range.count)
      var width = ColumnWidth()
      var offset = range.lowerBound
      if offset == 0, UTF8Scan.isByteOrderMark(bytes) { offset = 3 }
      while offset < range.upperBound {
        guard let (scalar, length) = UTF8Scan.scalar(at: offset, in: bytes) else {
          cells.append(Cell(offset: offset, text: "\u{FFFD}", columns: 1))
          width = ColumnWidth()
          offset += 1
          continue
        }
        let shown = TerminalText.shown(scalar)
        cells.append(Cell(offset: offset, text: String(Character(shown)), columns: width.columns(of: shown)))
        offset += length
      }
      return cells
    }
  }
}

extension SourceText {
  /// The part of a range that is at most so many bytes away from an offset, no character cut.
  fileprivate func characters(near offset: Int, within range: Range<Int>, distance: Int) -> Range<Int> {
    var lower = max(range.lowerBound, offset - distance)
    while lower > range.lowerBound, bytes[lower] & 0xC0 == 0x80 { lower -= 1 }
    var upper = min(range.upperBound, offset + distance)
    while upper < range.upperBound, bytes[upper] & 0xC0 == 0x80 { upper += 1 }
    return lower..<upper
  }
}
