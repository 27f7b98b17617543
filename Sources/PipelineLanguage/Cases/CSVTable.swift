/// Reads comma-separated values (RFC 4180), each cell with its place.
///
/// Lines end with LF or CRLF. A cell in quotes may hold commas, line ends and, doubled, quotes; a quote further on in a cell
/// without them is a character as any other. Empty lines are passed over, and so is a byte order mark. Bytes that are not
/// UTF-8 become U+FFFD.
struct CSVTable {
  struct Cell {
    let text: String
    let bytes: Range<Int>
  }

  struct Fault: Error {
    let message: String
    let bytes: Range<Int>
  }

  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
  }

  /// The next row, or nil at the end.
  mutating func nextRow() throws(Fault) -> [Cell]? {
    while place < bytes.count, skipLineEnd() {}
    guard place < bytes.count else { return nil }
    var cells = [try cell()]
    while place < bytes.count, bytes[place] == UInt8(ascii: ",") {
      place += 1
      cells.append(try cell())
    }
    if place < bytes.count, !skipLineEnd() {
      throw Fault(message: "a cell goes on behind its closing quote", bytes: place..<place + 1)
    }
    return cells
  }

  /// Whether a line end was here.
  private mutating func skipLineEnd() -> Bool {
    guard let length = lineEnd(at: place) else { return false }
    place += length
    return true
  }

  private func lineEnd(at place: Int) -> Int? {
    if bytes[place] == UInt8(ascii: "\n") { return 1 }
    guard bytes[place] == UInt8(ascii: "\r") else { return nil }
    if place + 1 == bytes.count { return 1 }
    return bytes[place + 1] == UInt8(ascii: "\n") ? 2 : nil
  }

  private mutating func cell() throws(Fault) -> Cell {
    let start = place
    guard place < bytes.count, bytes[place] == UInt8(ascii: "\"") else {
      while place < bytes.count, bytes[place] != UInt8(ascii: ","), lineEnd(at: place) == nil { place += 1 }
      return Cell(text: String(decoding: bytes[start..<place], as: UTF8.self), bytes: start..<place)
    }
    var text: [UInt8] = []
    place += 1
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte != UInt8(ascii: "\"") {
        text.append(byte)
      } else if place < bytes.count, bytes[place] == UInt8(ascii: "\"") {
        text.append(byte)
        place += 1
      } else {
        return Cell(text: String(decoding: text, as: UTF8.self), bytes: start..<place)
      }
    }
    throw Fault(message: "a quote is never closed", bytes: start..<start + 1)
  }
}
