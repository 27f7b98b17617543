/// How many cells of a terminal text takes. Where terminals differ (joined emoji), the larger number, so that a line
/// that is clipped by it never wraps.
enum TextWidth {
  static func of(_ text: some StringProtocol) -> Int {
    let utf8 = text.utf8
    if utf8.allSatisfy({ $0 < 0x80 }) { return utf8.count }
    return text.unicodeScalars.reduce(0) { $0 + of($1) }
  }

  static func of(_ scalar: Unicode.Scalar) -> Int {
    if scalar.value < 0x300 { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: return wide.contains { $0.contains(scalar.value) } ? 2 : 1
    }
  }

  /// The text up to `columns` cells, with `ending` in place of what does not fit.
  static func clipped(_ text: String, to columns: Int, ending: String) -> String {
    guard of(text) > columns else { return text }
    let room = columns - of(ending)
    guard room > 0 else { return String(ending.prefix(max(0, columns))) }
    var width = 0
    var kept = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      width += of(scalar)
      if width > room { break }
      kept.append(scalar)
    }
    return String(kept) + ending
  }

  /// East Asian Wide and Fullwidth (Unicode Standard Annex 11), in ranges that may hold a few unassigned scalars.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x2329...0x232A, 0x23E9...0x23F3, 0x25FD...0x25FE, 0x2614...0x2615,
    0x2648...0x2653, 0x267F...0x267F, 0x2693...0x2693, 0x26A1...0x26A1, 0x26AA...0x26AB, 0x26BD...0x26BE,
    0x26C4...0x26C5, 0x26CE...0x26CE, 0x26D4...0x26D4, 0x26EA...0x26EA, 0x26F2...0x26F5, 0x26FA...0x26FD,
    0x2705...0x2705, 0x270A...0x270B, 0x2728...0x2728, 0x274C...0x274E, 0x2753...0x2757, 0x2795...0x2797,
    0x27B0...0x27BF, 0x2B1B...0x2B1C, 0x2B50...0x2B55, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x1F004...0x1F004, 0x1F0CF...0x1F0CF, 0x1F18E...0x1F18E,
    0x1F191...0x1F19A, 0x1F1E6...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
