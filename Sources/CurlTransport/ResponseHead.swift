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
    if line.starts(with: "HTTP/".utf8) {
      bytes.removeAll(keepingCapacity: true)
      isComplete = false
    }
    if isComplete { return true }
    if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) {
      isComplete = true
    } else {
      bytes.append(contentsOf: line)
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
    var headers: [Header] = []
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    if lines.first?.starts(with: "HTTP/".utf8) == true { lines.removeFirst() }
    headers.reserveCapacity(lines.count)
    for line in lines {
      if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"),
        let last = headers.indices.last
      {
        // An old way to go on in the next line (RFC 9112, section 5.2).
        headers[last].value += " " + Self.text(Self.trimmed(line))
      } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
        headers.append(Header(Self.text(Self.trimmed(line[..<colon])), Self.text(Self.trimmed(line[(colon + 1)...]))))
      }
    }
    return headers
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var line = line
    while let last = line.last, isBlank(last) { line.removeLast() }
    return line.drop(while: isBlank)
  }

  /// UTF-8 where it is that, else what HTTP once said headers are: Latin-1, which takes any byte. A line end inside, which
  /// no value may have, becomes a space, and so does a NUL (RFC 9110, section 5.5).
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var bytes = bytes
    if bytes.contains(where: { $0 == 0x0D || $0 == 0 }) {
      bytes = ArraySlice(bytes.map { $0 == 0x0D || $0 == 0 ? 0x20 : $0 })
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
