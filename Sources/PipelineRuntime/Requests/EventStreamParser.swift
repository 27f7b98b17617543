import Values

/// Makes events of the lines of an event stream (HTML Standard, section 9.2.6).
///
/// An event is dispatched by an empty line, and only if it has data; one that the end of the stream cuts off is none.
struct EventStreamParser {
  private let limit: Int
  private var type: [UInt8] = []
  private var data: [UInt8] = []
  private var hasData = false
  private var retry: JSONValue = .null
  /// Kept for the events that follow.
  private var lastID: JSONValue = .null

  /// - Parameter limit: how many bytes the data of an event may have.
  init(limit: Int) { self.limit = limit }

  /// `{ event, data, id, retry }`, where the line ends one.
  mutating func take(_ line: [UInt8]) throws(LineCutter.TooLong) -> JSONValue? {
    if line.isEmpty { return dispatch() }
    let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
    let name = line[..<colon]
    var value = line[colon...].dropFirst()
    if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
    // A line that begins with a colon is a comment.
    if name.elementsEqual("data".utf8) {
      guard data.count + value.count < limit else { throw LineCutter.TooLong() }
      if hasData { data.append(UInt8(ascii: "\n")) }
      data += value
      hasData = true
    } else if name.elementsEqual("event".utf8) {
      type = Array(value)
    } else if name.elementsEqual("id".utf8) {
      if !value.contains(0) { lastID = .string(String(decoding: value, as: UTF8.self)) }
    } else if name.elementsEqual("retry".utf8), !value.isEmpty, value.allSatisfy({ (0x30...0x39).contains($0) }) {
      // Digits alone make a number, but for zeros before it.
      let digits = value.drop { $0 == UInt8(ascii: "0") }
      retry = JSONNumber(digits.isEmpty ? "0" : String(decoding: digits, as: UTF8.self)).map { .number($0) } ?? .null
    }
    return nil
  }

  private mutating func dispatch() -> JSONValue? {
    defer {
      (type, data, hasData, retry) = ([], [], false, .null)
    }
    guard hasData else { return nil }
    return .object([
      "event": .string(type.isEmpty ? "message" : String(decoding: type, as: UTF8.self)),
      "data": .string(String(decoding: data, as: UTF8.self)), "id": lastID, "retry": retry,
    ])
  }
}
