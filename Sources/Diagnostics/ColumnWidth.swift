/// The columns that characters take on a terminal: 2 for wide ones and emoji, 0 for those that join the one before.
struct ColumnWidth {
  /// What the characters before leave to the next one.
  private enum State {
    case plain, emoji, joiner, flagHalf
  }

  private var state = State.plain

  /// The columns of the next character of a line.
  mutating func columns(of scalar: Unicode.Scalar) -> Int {
    let value = scalar.value
    if value < 0x300 {
      state = .plain
      return 1
    }
    switch value {
    case 0x200D:
      state = state == .emoji ? .joiner : .plain
      return 0
    case 0x1F3FB...0x1F3FF where state == .emoji:
      return 0
    case 0x1F1E6...0x1F1FF:
      // Two letters make one flag.
      let isSecond = state == .flagHalf
      state = isSecond ? .plain : .flagHalf
      return isSecond ? 0 : 2
    default: break
    }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isEmoji = scalar.properties.isEmojiPresentation || (0x1F300...0x1FAFF).contains(value)
    let isJoined = state == .joiner && (isEmoji || scalar.properties.isEmoji)
    state = isEmoji || isJoined ? .emoji : .plain
    if isJoined { return 0 }
    return isEmoji || Self.isWide(value) ? 2 : 1
  }

  /// The blocks whose characters Unicode calls East Asian wide or full width.
  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
      0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x18CFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
