import Diagnostics

/// Finds what makes bytes no YAML text, before libyaml sees them.
enum TextCheck {
  static func firstFault(in source: SourceText) -> Diagnostic? {
    source.bytes.withUnsafeBufferPointer { bytes in
      if let encoding = foreignEncoding(bytes) {
        return Diagnostic(
          "the file is \(encoding), not UTF-8", in: source, at: source.range(ofOffsets: 0..<0),
          reason: "it begins with the byte order mark of \(encoding)", hint: "save it as UTF-8")
      }
      var offset = 0
      while offset < bytes.count {
        let byte = bytes[offset]
        if byte >= 0x20, byte < 0x7F {
          offset += 1
          continue
        }
        guard let (scalar, length) = UTF8Scan.scalar(at: offset, in: bytes) else {
          return Diagnostic(
            "the file is not UTF-8", in: source, at: source.range(ofOffsets: offset..<(offset + 1)),
            reason: "the byte 0x\(hex(UInt32(byte), digits: 2)) begins no character", hint: "save the file as UTF-8")
        }
        if isForeignBreak(scalar) {
          return Diagnostic(
            "a line separator in the file", in: source, at: source.range(ofOffsets: offset..<(offset + length)),
            reason: "U+\(hex(scalar.value, digits: 4)) ends a line for libyaml, and in YAML 1.2 it does not",
            hint: "take it out; in double quotes write \(escape(scalar))")
        }
        if !isAllowed(scalar) {
          return Diagnostic(
            scalar == "\0" ? "a NUL byte in the file" : "a control character in the file", in: source,
            at: source.range(ofOffsets: offset..<(offset + length)),
            reason: scalar == "\0"
              ? "a YAML file is text" : "U+\(hex(scalar.value, digits: 4)) may not stand in YAML as it is",
            hint: scalar == "\0" ? nil : "in double quotes write \(escape(scalar))")
        }
        offset += length
      }
      return nil
    }
  }

  private static func foreignEncoding(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count >= 2 else { return nil }
    if bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xFE, bytes[2] == 0, bytes[3] == 0 { return "UTF-32" }
    if bytes.count >= 4, bytes[0] == 0, bytes[1] == 0, bytes[2] == 0xFE, bytes[3] == 0xFF { return "UTF-32" }
    let isUTF16 = (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
    return isUTF16 ? "UTF-16" : nil
  }

  /// What YAML 1.1 took for the end of a line: libyaml would end a comment there, or read a blank in its place.
  private static func isForeignBreak(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{85}" || scalar == "\u{2028}" || scalar == "\u{2029}"
  }

  /// The printable characters of YAML.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0xA0...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    scalar.value <= 0xFF ? "\\x\(hex(scalar.value, digits: 2))" : "\\u\(hex(scalar.value, digits: 4))"
  }

  private static func hex(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
