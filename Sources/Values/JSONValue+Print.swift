extension JSONValue {
  /// How a value is laid out as text.
  package enum Layout: Sendable {
    /// On one line, without spaces.
    case compact
    /// As jq prints: two spaces for each level, every element and key on its own line.
    case pretty
  }

  /// The value as JSON, as jq writes it: only `"`, `\`, control characters and U+007F are escaped. Numbers keep their digits.
  package func text(_ layout: Layout = .compact) -> String {
    var bytes: [UInt8] = []
    write(to: &bytes, layout)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the value as JSON in UTF-8.
  package func write(to bytes: inout [UInt8], _ layout: Layout = .compact) {
    write(to: &bytes, indent: layout == .pretty ? 0 : nil)
  }

  private func write(to bytes: inout [UInt8], indent: Int?) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .bool(true): bytes.append(contentsOf: "true".utf8)
    case .bool(false): bytes.append(contentsOf: "false".utf8)
    case .number(let number): bytes.append(contentsOf: number.text.utf8)
    case .string(let string): Self.writeString(string, to: &bytes)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      let inner = indent.map { $0 + 1 }
      var isFirst = true
      for element in elements {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.startLine(in: &bytes, indent: inner)
        element.write(to: &bytes, indent: inner)
      }
      if !elements.isEmpty { Self.startLine(in: &bytes, indent: indent) }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      let inner = indent.map { $0 + 1 }
      var isFirst = true
      for entry in object.entries {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.startLine(in: &bytes, indent: inner)
        Self.writeString(entry.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        if inner != nil { bytes.append(UInt8(ascii: " ")) }
        entry.value.write(to: &bytes, indent: inner)
      }
      if !object.isEmpty { Self.startLine(in: &bytes, indent: indent) }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func startLine(in bytes: inout [UInt8], indent: Int?) {
    guard let indent else { return }
    bytes.append(UInt8(ascii: "\n"))
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * 2))
  }

  /// Appends `string` as a JSON string with its quotes.
  package static func writeString(_ string: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    var string = string
    string.withUTF8 { text in
      var unwritten = 0
      for index in text.indices {
        let byte = text[index]
        guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x7F else { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[unwritten..<index]))
        writeEscape(of: byte, to: &bytes)
        unwritten = index + 1
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[unwritten...]))
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func writeEscape(of byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\\"))
    switch byte {
    case 0x08: bytes.append(UInt8(ascii: "b"))
    case 0x09: bytes.append(UInt8(ascii: "t"))
    case 0x0A: bytes.append(UInt8(ascii: "n"))
    case 0x0C: bytes.append(UInt8(ascii: "f"))
    case 0x0D: bytes.append(UInt8(ascii: "r"))
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
    default:
      bytes.append(contentsOf: "u00".utf8)
      for digit in [byte >> 4, byte & 15] { bytes.append(digit < 10 ? 0x30 + digit : 0x61 + digit - 10) }
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// Compact JSON.
  package var description: String { text() }
}

extension JSONNumber: CustomStringConvertible {
  package var description: String { text }
}

extension JSONObject: CustomStringConvertible {
  /// Compact JSON.
  package var description: String { JSONValue.object(self).text() }
}
