import HTTP

/// The header lines of a response as they arrive.
///
/// Only the last head counts: what precedes it are informational answers (1xx). Lines after its end are trailers and are
/// left out.
struct ResponseHead {
  /// Bytes of header lines, those of informational answers and trailers included, that a server may send.
  static let limit = 300 << 10

  private var bytes: [UInt8] = []
  private var total = 0
  /// Whether the empty line has come that ends a head.
  private(set) var isComplete = false

  /// False if that was too much.
  mutating func append(_ line: UnsafeRawBufferPointer) -> Bool {
    total += line.count
    guard total <= Self.limit else { return false }
    if Self.isStatusLine(line) {
      bytes.removeAll(keepingCapacity: true)
      isComplete = false
    } else if !isComplete {
      // Without anything but its end, it is the last.
      isComplete = line.count <= 2 && line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
      if !isComplete { bytes.append(contentsOf: line) }
    }
    return true
  }

  mutating func removeAll() {
    // A large head is not kept for the next, small one.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 10)
    total = 0
    isComplete = false
  }

  /// The fields in the order they came.
  var headers: [Header] {
    bytes.withUnsafeBytes { bytes in
      var headers: [Header] = []
      headers.reserveCapacity(16)
      var rest = bytes[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
        Self.add(rest[..<end], to: &headers)
        rest = rest[end...].dropFirst()
      }
      return headers
    }
  }

  private static func isStatusLine(_ line: UnsafeRawBufferPointer) -> Bool {
    // No name of a header holds a slash.
    line.count >= 5 && line[4] == UInt8(ascii: "/") && line.starts(with: "HTTP/".utf8)
  }

  private static func add(_ line: Slice<UnsafeRawBufferPointer>, to headers: inout [Header]) {
    if let first = line.first, isBlank(first), let last = headers.indices.last {
      // An old way to go on in the next line (RFC 9112, section 5.2).
      headers[last].value += " " + text(line)
    } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
      headers.append(Header(text(line[..<colon]), text(line[(colon + 1)...])))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

  /// Without the blanks around it: UTF-8 where it is that, else what HTTP once said headers are, Latin-1, which takes any
  /// byte. A line end inside, which no value may have, becomes a space, and so does a NUL (RFC 9110, section 5.5).
  private static func text(_ slice: Slice<UnsafeRawBufferPointer>) -> String {
    var start = slice.startIndex
    var end = slice.endIndex
    while start < end, isBlank(slice[start]) { start += 1 }
    while end > start, isBlank(slice[end - 1]) { end -= 1 }
    let bytes = UnsafeRawBufferPointer(rebasing: slice[start..<end])
    if bytes.allSatisfy({ $0 < 0x80 && $0 != 0x0D && $0 != 0 }) { return String(decoding: bytes, as: UTF8.self) }
    let clean = bytes.map { $0 == 0x0D || $0 == 0 ? 0x20 : $0 }
    if let text = String(validating: clean, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(clean.map { Unicode.Scalar($0) }))
  }
}
