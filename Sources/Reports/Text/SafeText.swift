/// Text from files and servers, made safe to be shown: what would steer a terminal or reorder a line is written out.
enum SafeText {
  /// The text on one line: line ends and other controls become `\n`, `\x1b`, `\u{202e}`.
  static func line(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isHarmless(scalar) { safe.append(scalar) } else { safe.append(contentsOf: escape(scalar).unicodeScalars) }
    }
    return String(safe)
  }

  /// The text with two blanks for each tab.
  static func withoutTabs(_ text: Substring) -> String {
    let parts = text.utf8.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    return parts.count == 1 ? String(text) : parts.map { String(Substring($0)) }.joined(separator: "  ")
  }

  /// The text's lines without their ends, each yet to be made safe; a last empty line is left out.
  static func lines(_ text: String) -> [Substring] {
    // By bytes: to look for the borders of characters would take ten times as long.
    var lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.count > 1, lines.last?.isEmpty == true { lines.removeLast() }
    return lines.map { Substring($0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0) }
  }

  /// Whether a scalar shows as itself and changes nothing around it.
  static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20..<0x7F: true
    // Directional marks, embeddings, overrides and isolates; line and paragraph separators; the byte order mark.
    case 0..<0x20, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
    // Interlinear annotations, noncharacters and the deprecated tags.
    case 0xFFF9...0xFFFB, 0xFFFE, 0xFFFF, 0xE0000...0xE007F: false
    default: true
    }
  }

  static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      if scalar.value < 0x80 {
        "\\x" + (scalar.value < 0x10 ? "0" : "") + String(scalar.value, radix: 16)
      } else {
        "\\u{" + String(scalar.value, radix: 16) + "}"
      }
    }
  }
}
