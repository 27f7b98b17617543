/// Makes text safe to write to a terminal or a log.
package enum TerminalText {
  /// The text with every control character, line break and change of writing direction replaced by a visible sign.
  package static func safe(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\t" || shown($0) != $0 }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(scalar == "\t" ? "\u{2409}" : shown(scalar)) }
    return String(result)
  }

  /// What stands for a character on the terminal; a tab stays.
  static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x09: scalar
    case 0x00...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    // C1 controls, marks and overrides of direction, separators of lines and paragraphs, and a byte order mark inside.
    case 0x80...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: "\u{FFFD}"
    default: scalar
    }
  }
}
