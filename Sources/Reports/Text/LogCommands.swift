/// Words by which a line of a log commands the CI system that reads it: `::set-output …::` of GitHub Actions where a line
/// begins so, `##[…]` of the same, `##vso[…]` of Azure Pipelines and `##teamcity[…]` anywhere in it. A server must not say them.
enum LogCommands {
  /// The line with a sign of each command written out (`#\x23[error]`, `\x3a:stop-commands::`), as other unsafe signs are.
  static func defused(_ line: String) -> String {
    var line = line
    if line.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: ":") {
      let margin = line.prefix { $0 == " " }
      if line.dropFirst(margin.count).hasPrefix("::") { line = margin + "\\x3a" + line.dropFirst(margin.count + 1) }
    }
    return defused(line, "\\x23")
  }

  /// JSON with the same value, where `sign` is an escape of `#` in it.
  static func defused(_ text: String, _ sign: String) -> String {
    let utf8 = text.utf8
    guard utf8.contains(UInt8(ascii: "#")) else { return text }
    var defused = ""
    var copied = utf8.startIndex
    var index = utf8.startIndex
    while let first = utf8[index...].firstIndex(of: UInt8(ascii: "#")) {
      let second = utf8.index(after: first)
      index = second
      guard second < utf8.endIndex, utf8[second] == UInt8(ascii: "#") else { continue }
      let after = utf8.index(after: second)
      guard utf8[after...].first(where: { !isLetter($0) }) == UInt8(ascii: "[") else { continue }
      defused += text[copied..<second] + sign
      copied = after
      index = after
    }
    return copied == utf8.startIndex ? text : defused + text[copied...]
  }

  private static func isLetter(_ byte: UInt8) -> Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
}
