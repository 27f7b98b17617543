import HTTP

/// The type and subtype of a `Content-Type` (RFC 9110, section 8.3), without its parameters.
///
/// Compared by bytes: every answer's is looked at, and none needs a text of its own for that.
struct MediaType {
  private let name: Substring.UTF8View

  init(_ field: String) {
    var name = field.utf8.prefix { $0 != UInt8(ascii: ";") }
    while let last = name.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\t") { name.removeLast() }
    while let first = name.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") { name.removeFirst() }
    self.name = name
  }

  /// Whether it is JSON, or a type that is built upon it (RFC 6839, section 3.1).
  var isJSON: Bool {
    name.equalsIgnoringCase("application/json") || name.equalsIgnoringCase("text/json")
      || name.suffix(5).equalsIgnoringCase("+json")
  }
}

extension Header {
  /// - Parameter lowercased: an ASCII name in lower case.
  func isNamed(_ lowercased: StaticString) -> Bool { name.utf8.equalsIgnoringCase(lowercased) }
}

extension Collection<UInt8> {
  fileprivate func equalsIgnoringCase(_ lowercased: StaticString) -> Bool {
    let other = UnsafeBufferPointer(start: lowercased.utf8Start, count: lowercased.utf8CodeUnitCount)
    guard count == other.count else { return false }
    for (byte, wanted) in zip(self, other) {
      let isCapital = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      if (isCapital ? byte | 0x20 : byte) != wanted { return false }
    }
    return true
  }
}
