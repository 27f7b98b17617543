/// A text as one word of a shell command.
enum ShellWord {
  /// As it is where it is harmless, in single quotes else; in `$'…'` (POSIX 2024, and bash, zsh and ksh before it) where
  /// it holds control characters, so that the command stays on one line and steers no terminal.
  ///
  /// A NUL can't be in a shell word; it is left out.
  static func quoted(_ text: String) -> String {
    if !text.isEmpty, text.utf8.allSatisfy(isPlain) { return text }
    if text.unicodeScalars.allSatisfy(SafeText.isHarmless) {
      return "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
    var quoted = "$'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\0": break
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "'", "\\": quoted += "\\" + String(scalar)
      default:
        if SafeText.isHarmless(scalar) {
          quoted.unicodeScalars.append(scalar)
        } else {
          for byte in String(scalar).utf8 { quoted += octal(byte) }
        }
      }
    }
    return quoted + "'"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "%"),
      UInt8(ascii: "+"), UInt8(ascii: ":"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: "/"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Three digits always, so that a digit behind it is no part of it.
  private static func octal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 8)
    return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
