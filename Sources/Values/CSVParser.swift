/// Reads comma-separated values (RFC 4180) byte by byte, so that a file need not be in memory.
///
/// Lines end with LF or CRLF. A cell in quotes may hold commas, line ends and, doubled, quotes; a quote further on in a
/// cell without them is a character as any other. Empty lines are passed over, and so is a byte order mark. Bytes that
/// are not UTF-8 become U+FFFD.
package struct CSVParser {
  private enum Place {
    case cellStart
    case plain
    case quoted
    /// Behind a quote inside quotes: the end of the cell, or the first of two.
    case quoteInQuoted
    /// Behind the CR that ends a cell in quotes.
    case returnAfterQuoted
  }

  private var place = Place.cellStart
  private var cells: [String] = []
  private var cell: [UInt8] = []
  private var isQuoted = false
  /// The line, from 1, of the byte to come.
  private var line = 1
  private var rowStart = 1
  private var quoteStart = 1
  private var isAtStart = true
  /// How many bytes were taken.
  private var offset = 0
  private var cellStart = 0
  private var places: [Range<Int>] = []

  private let limit: Int
  private var size = 0

  /// - Parameter limit: The most bytes that a row may have.
  package init(limit: Int = .max) { self.limit = limit }

  /// The cells of a row, where each stands, and the line, from 1, on which the row begins.
  package struct Row: Sendable, Equatable {
    package let cells: [String]
    /// The bytes of each cell, its quotes included, counted from the start of the text.
    package let places: [Range<Int>]
    package let line: Int

    package init(_ cells: [String], at places: [Range<Int>], line: Int) {
      self.cells = cells
      self.places = places
      self.line = line
    }

    /// From its first cell to its last one.
    package var place: Range<Int> { (places.first?.lowerBound ?? 0)..<(places.last?.upperBound ?? 0) }
  }

  /// Takes the next byte; gives the row that it ends.
  package mutating func take(_ byte: UInt8) throws(CSVError) -> Row? {
    size += 1
    offset += 1
    if size > limit {
      throw CSVError("the row is longer than \(limit) bytes", line: rowStart, at: offset - size..<offset)
    }
    switch place {
    case .cellStart where byte == Self.quote:
      (place, isQuoted, quoteStart) = (.quoted, true, line)
    case .cellStart, .plain:
      return takePlain(byte)
    case .quoted:
      if byte == Self.quote { place = .quoteInQuoted } else { cell.append(byte) }
      if byte == Self.newline { line += 1 }
    case .quoteInQuoted, .returnAfterQuoted:
      switch byte {
      case Self.quote where place == .quoteInQuoted:
        cell.append(byte)
        place = .quoted
      case Self.comma where place == .quoteInQuoted: endCell(at: offset - 1)
      case Self.newline: return endRow(at: offset - (place == .returnAfterQuoted ? 2 : 1))
      case Self.carriageReturn where place == .quoteInQuoted: place = .returnAfterQuoted
      default:
        let start = offset - (place == .returnAfterQuoted ? 2 : 1)
        throw CSVError("a cell goes on behind its closing quote", line: line, at: start..<start + 1)
      }
    }
    return nil
  }

  /// The last row, where it has no line end.
  package mutating func finish() throws(CSVError) -> Row? {
    if place == .quoted {
      throw CSVError("a quote is never closed", line: quoteStart, at: cellStart..<cellStart + 1)
    }
    return endRow(at: offset - (place == .returnAfterQuoted ? 1 : 0))
  }

  private mutating func takePlain(_ byte: UInt8) -> Row? {
    switch byte {
    case Self.comma: endCell(at: offset - 1)
    case Self.newline: return endRow(at: offset - 1)
    default:
      cell.append(byte)
      place = .plain
      if isAtStart, cell == Self.byteOrderMark {
        cell = []
        cellStart = offset
        place = .cellStart
        isAtStart = false
      }
    }
    return nil
  }

  private mutating func endCell(at end: Int) {
    cells.append(String(decoding: cell, as: UTF8.self))
    places.append(cellStart..<end)
    cellStart = offset
    cell.removeAll(keepingCapacity: true)
    (place, isAtStart) = (.cellStart, false)
  }

  private mutating func endRow(at end: Int) -> Row? {
    var end = end
    if place == .plain, cell.last == Self.carriageReturn {
      cell.removeLast()
      end -= 1
    }
    let isEmpty = cells.isEmpty && cell.isEmpty && !isQuoted
    endCell(at: end)
    let row = Row(cells, at: places, line: rowStart)
    cells.removeAll()
    places.removeAll()
    isQuoted = false
    line += 1
    (rowStart, size) = (line, 0)
    return isEmpty ? nil : row
  }

  private static let quote = UInt8(ascii: "\"")
  private static let comma = UInt8(ascii: ",")
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}

/// What is wrong with comma-separated values, on which line, from 1, and at which bytes of the text.
package struct CSVError: Error, Sendable, Equatable {
  package let message: String
  package let line: Int
  package let place: Range<Int>

  package init(_ message: String, line: Int, at place: Range<Int>) {
    self.message = message
    self.line = line
    self.place = place
  }
}

/// What the first row says of the others: the names of the columns.
package struct CSVHeader: Sendable {
  package let names: [String]

  package init(_ row: CSVParser.Row) throws(CSVError) {
    names = row.cells
    var seen: Set<String> = []
    for (name, place) in zip(names, row.places) where !seen.insert(name).inserted {
      throw CSVError("the column '\(name)' is there twice", line: row.line, at: place)
    }
  }

  /// A row as an object, every cell of which is text.
  package func object(_ row: CSVParser.Row) throws(CSVError) -> JSONObject {
    try check(row)
    return JSONObject(zip(names, row.cells.map(JSONValue.string)))
  }

  /// Sees to it that the row has a cell for each column.
  package func check(_ row: CSVParser.Row) throws(CSVError) {
    guard row.cells.count == names.count else {
      let cells = row.cells.count == 1 ? "1 cell" : "\(row.cells.count) cells"
      let columns = names.count == 1 ? "1 column" : "\(names.count) columns"
      throw CSVError("the row has \(cells), where the header names \(columns)", line: row.line, at: row.place)
    }
  }
}
