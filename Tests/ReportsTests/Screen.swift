import RunEvents

@testable import Reports

/// A small terminal: what a person sees after the bytes that were written.
///
/// It knows what the live display uses, wraps at the last column, and keeps what scrolls off. Anything else that would
/// steer a terminal is noted in `unknown`.
struct Screen {
  private(set) var size: TextSize
  private var rows: [[String]] = [[]]
  private var row = 0
  private var column = 0
  private(set) var scrolledOff: [String] = []
  private(set) var isCursorHidden = false
  private(set) var unknown: [String] = []
  /// How often a line went on in the next row because it was too long.
  private(set) var wraps = 0

  init(columns: Int, rows: Int) { size = TextSize(columns: columns, rows: rows) }

  /// All lines, also those that have scrolled off, without blanks at their ends and empty ones at the end.
  var lines: [String] {
    var lines = scrolledOff + rows.map(Self.trimmed)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  mutating func write(_ text: String) {
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\u{1b}": escape(&scalars)
      case "\n": lineFeed()
      case "\r": column = 0
      default:
        if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) { unknown.append("\(scalar.value)") }
        put(scalar)
      }
    }
  }

  /// Makes the window narrower as terminals do: long rows go on in the next one.
  mutating func resize(columns: Int) {
    var rewrapped: [[String]] = []
    for (index, cells) in rows.enumerated() {
      var rest = cells[...]
      while let last = rest.last, last == " " { rest.removeLast() }
      repeat {
        rewrapped.append(Array(rest.prefix(columns)))
        rest = rest.dropFirst(columns)
      } while !rest.isEmpty
      if index == row { row = rewrapped.count - 1 }
    }
    rows = rewrapped
    size.columns = columns
    scroll()
  }

  private mutating func escape(_ scalars: inout ArraySlice<Unicode.Scalar>) {
    var sequence = ""
    guard scalars.popFirst() == "[" else {
      unknown.append("escape")
      return
    }
    while let scalar = scalars.popFirst() {
      sequence.unicodeScalars.append(scalar)
      if (0x40...0x7E).contains(scalar.value) { break }
    }
    switch sequence {
    case "K": rows[row].removeSubrange(min(column, rows[row].count)...)
    case "J":
      rows[row].removeSubrange(min(column, rows[row].count)...)
      rows.removeSubrange((row + 1)...)
    case "?25l": isCursorHidden = true
    case "?25h": isCursorHidden = false
    default:
      if sequence.hasSuffix("A"), let count = Int(sequence.dropLast()) {
        if count > row { unknown.append("up \(count) from row \(row)") }
        row = max(0, row - count)
      } else if !sequence.hasSuffix("m") {
        unknown.append(sequence)
      }
    }
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    let width = TextWidth.of(scalar)
    guard width > 0 else {
      guard column > 0 else { return }
      rows[row][column - 1].unicodeScalars.append(scalar)
      return
    }
    if column + width > size.columns {
      wraps += 1
      column = 0
      lineFeed()
    }
    while rows[row].count < column + width { rows[row].append(" ") }
    rows[row][column] = String(scalar)
    if width == 2 { rows[row][column + 1] = "" }
    column += width
  }

  private mutating func lineFeed() {
    column = 0
    row += 1
    if row == rows.count { rows.append([]) }
    scroll()
  }

  private mutating func scroll() {
    while rows.count > size.rows {
      scrolledOff.append(Self.trimmed(rows.removeFirst()))
      row -= 1
    }
  }

  private static func trimmed(_ cells: [String]) -> String {
    var text = cells.joined()
    while text.last == " " { text.removeLast() }
    return text
  }
}
