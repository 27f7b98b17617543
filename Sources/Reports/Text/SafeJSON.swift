/// JSON that a person may be shown: the same values, with every character that would steer a terminal, reorder a line or command a
/// CI system as an escape.
package enum SafeJSON {
  /// - Parameter json: A JSON text, in which signs outside of ASCII and `#` can stand in strings only.
  package static func text(_ json: String) -> String {
    let json = withoutCommands(json)
    guard !json.utf8.allSatisfy({ $0 < 0x80 }) else { return json }
    var safe = String.UnicodeScalarView()
    for scalar in json.unicodeScalars {
      if scalar.value < 0x80 || SafeText.isHarmless(scalar) {
        safe.append(scalar)
      } else {
        for unit in String(scalar).utf16 { safe.append(contentsOf: escape(unit).unicodeScalars) }
      }
    }
    return String(safe)
  }

  /// The same of bytes.
  package static func bytes(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "#") }) else { return json }
    return Array(text(String(decoding: json, as: UTF8.self)).utf8)
  }

  /// Only what would command a CI system is an escape: for a pipe, whose other end may be a program or a log.
  static func bytesWithoutCommands(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(UInt8(ascii: "#")) else { return json }
    return Array(withoutCommands(String(decoding: json, as: UTF8.self)).utf8)
  }

  private static func withoutCommands(_ json: String) -> String { LogCommands.defused(json, "\\u0023") }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
