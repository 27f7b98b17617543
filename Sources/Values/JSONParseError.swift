/// Why a text is not JSON, and where.
package struct JSONParseError: Error, Hashable, Sendable {
  /// What is wrong, in words that stand alone: `ends in the middle of a string at byte 57`.
  package var message: String
  /// From 0, in bytes.
  package var offset: Int
  /// From 1.
  package var line: Int
  /// From 1, in Unicode scalars.
  package var column: Int

  init(_ message: String, at offset: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    self.message = message
    self.offset = offset
    line = 1
    column = 1
    for byte in bytes.prefix(offset) {
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
  }
}

extension JSONParseError: CustomStringConvertible {
  package var description: String { "\(message) (line \(line), column \(column))" }
}

extension JSONParseError {
  static func describe(_ byte: UInt8) -> String {
    switch byte {
    case 0x20..<0x7F: "'\(Character(Unicode.Scalar(byte)))'"
    case 0x80...: "a byte that is not ASCII"
    default: "the control character 0x\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
    }
  }
}
