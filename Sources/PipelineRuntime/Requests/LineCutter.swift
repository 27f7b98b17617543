/// Cuts bytes that come in pieces into lines. What is held is the line that has not ended, `limit` bytes at most.
struct LineCutter {
  enum LineEnd {
    /// LF; a CR before it goes with it.
    case newline
    /// CR LF, LF, or CR.
    case any
  }

  /// The line is longer than that.
  struct TooLong: Error {}

  private let lineEnd: LineEnd
  private let limit: Int
  private var held: [UInt8] = []
  private var lines: [[UInt8]] = []
  private var isFirst = true
  /// The line before ended with a CR, and a LF behind it belongs to it.
  private var skipsNewline = false

  init(_ lineEnd: LineEnd, limit: Int) {
    self.lineEnd = lineEnd
    self.limit = limit
  }

  /// The lines that have ended, without their ends.
  mutating func takeLines() -> [[UInt8]] {
    defer { lines = [] }
    return lines
  }

  /// Has the lines that end in these bytes wait to be taken.
  mutating func cut(_ bytes: [UInt8]) throws(TooLong) {
    var start = 0
    if skipsNewline, let first = bytes.first {
      if first == Self.newline { start = 1 }
      skipsNewline = false
    }
    while let end = end(in: bytes, from: start) {
      guard held.count + end - start <= limit else { throw TooLong() }
      lines.append(finished(held + bytes[start..<end]))
      held.removeAll(keepingCapacity: held.capacity <= 64 << 10)
      start = end + 1
      if lineEnd == .any, bytes[end] == Self.carriageReturn {
        if start == bytes.count { skipsNewline = true } else if bytes[start] == Self.newline { start += 1 }
      }
    }
    guard held.count + bytes.count - start <= limit else { throw TooLong() }
    held += bytes[start...]
  }

  /// What stands behind the last line end; `nil` if that is nothing.
  mutating func finish() -> [UInt8]? {
    let rest = held
    held = []
    if rest.isEmpty { return nil }
    // No more than the mark of an encoding is no line.
    let line = finished(rest)
    return line.isEmpty && rest.starts(with: Self.byteOrderMark) ? nil : line
  }

  private func end(in bytes: [UInt8], from start: Int) -> Int? {
    switch lineEnd {
    case .newline: bytes[start...].firstIndex(of: Self.newline)
    case .any: bytes[start...].firstIndex { $0 == Self.newline || $0 == Self.carriageReturn }
    }
  }

  private mutating func finished(_ line: [UInt8]) -> [UInt8] {
    var line = line
    if lineEnd == .newline, line.last == Self.carriageReturn { line.removeLast() }
    if isFirst, line.starts(with: Self.byteOrderMark) { line.removeFirst(Self.byteOrderMark.count) }
    isFirst = false
    return line
  }

  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
