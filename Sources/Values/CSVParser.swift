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

  private let limit: Int
  private var size = 0

  /// - Parameter limit: The most bytes that a row may have.
  package init(limit: Int = .max) { self.limit = limit }

  /// The cells of a row, and the line, from 1, on which it begins.
  package struct Row: Sendable, Equatable {
    package let cells: [String]
    package let line: Int

    package init(_ cells: [String], line: Int) {
      self.cells = cells
      self.line = line
    }
  }

  /// Takes the next byte; gives the row that it ends.
  package mutating func take(_ byte: UInt8) throws(CSVError) -> Row? {
    size += 1
    if size > limit { throw CSVError("the row is longer than \(limit) bytes", line: rowStart) }
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
      case Self.comma where place == .quoteInQuoted: endCell()
      case Self.newline: return endRow()
      case Self.carriageReturn where place == .quoteInQuoted: place = .returnAfterQuoted
      default: throw CSVError("a cell goes on behind its closing quote", line: line)
      }
    }
    return nil
  }

  /// The last row, where it has no line end.
  package mutating func finish() throws(CSVError) -> Row? {
    if place == .quoted { throw CSVError("a quote is never closed", line: quoteStart) }
    if place == .plain, cell.last == Self.carriageReturn { cell.removeLast() }
    return endRow()
  }

  private mutating func takePlain(_ byte: UInt8) -> Row? {
    switch byte {
    case Self.comma: endCell()
    case Self.newline:
      if cell.last == Self.carriageReturn { cell.removeLast() }
      return endRow()
    default:
      cell.append(byte)
      place = .plain
      if isAtStart, cell == Self.byteOrderMark {
        cell = []
        place = .cellStart
        isAtStart = false
      }
    }
    return nil
  }

  private mutating func endCell() {
    cells.append(String(decoding: cell, as: UTF8.self))
    cell.removeAll(keepingCapacity: true)
    (place, isAtStart) = (.cellStart, false)
  }

  private mutating func endRow() -> Row? {
    let isEmpty = cells.isEmpty && cell.isEmpty && !isQuoted
    endCell()
    let row = Row(cells, line: rowStart)
    cells.removeAll()
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

/// What is wrong with comma-separated values, and on which line, from 1.
package struct CSVError: Error, Sendable, Equatable {
  package let message: String
  package let line: Int

  package init(_ message: String, line: Int) {
    self.message = message
    self.line = line
  }
}

/// What the first row says of the others: the names of the columns.
package struct CSVHeader: Sendable {
  package let names: [String]

  package init(_ row: CSVParser.Row) throws(CSVError) {
    names = row.cells
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw CSVError("the column '\(name)' is there twice", line: row.line)
    }
  }

  /// A row as an object, every cell of which is text.
  package func object(_ row: CSVParser.Row) throws(CSVError) -> JSONObject {
    guard row.cells.count == names.count else {
      let cells = row.cells.count == 1 ? "1 cell" : "\(row.cells.count) cells"
      let columns = names.count == 1 ? "1 column" : "\(names.count) columns"
      throw CSVError("the row has \(cells), where the header names \(columns)", line: row.line)
    }
    return JSONObject(zip(names, row.cells.map(JSONValue.string)))
  }
}
