/// A line made of pieces that may be coloured. All text that enters it is made safe.
struct StyledText: Sendable {
  enum Paint: Sendable {
    case plain, good, bad, warning, dim, strong

    /// The parameters of the escape sequence that turns it on.
    fileprivate var code: String? {
      switch self {
      case .plain: nil
      case .good: "32"
      case .bad: "31"
      case .warning: "33"
      case .dim: "2"
      case .strong: "1"
      }
    }
  }

  private var pieces: [(text: String, paint: Paint)] = []
  /// The margin of the lines that it becomes where it is too long; `nil` for what is to stay one line, to be copied as it is.
  var wrapMargin: Int?

  init() {}

  init(_ text: some StringProtocol, _ paint: Paint = .plain) { append(text, paint) }

  var isEmpty: Bool { pieces.isEmpty }

  /// In cells of a terminal.
  var width: Int { pieces.reduce(0) { $0 + TextWidth.of($1.text) } }

  mutating func append(_ text: some StringProtocol, _ paint: Paint = .plain) {
    guard !text.isEmpty else { return }
    pieces.append((SafeText.line(String(text)), paint))
  }

  mutating func append(_ other: StyledText) { pieces += other.pieces }

  /// A blank, then the parts with commas between them.
  mutating func append(list parts: [(text: String, paint: Paint)]) {
    for (index, part) in parts.enumerated() {
      append(index == 0 ? " " : ", ")
      append(part.text, part.paint)
    }
  }

  /// At most so many cells wide, with `ending` in place of what does not fit.
  func clipped(to columns: Int, ending: String) -> StyledText {
    guard width > columns else { return self }
    var clipped = StyledText()
    var room = columns
    for piece in pieces {
      let width = TextWidth.of(piece.text)
      let isLast = width > room - TextWidth.of(ending)
      clipped.pieces.append(
        (isLast ? TextWidth.clipped(piece.text + ending, to: room, ending: ending) : piece.text, piece.paint))
      if isLast { break }
      room -= width
    }
    return clipped
  }

  /// The lines that it becomes on a terminal: broken between words, if it may be and has to.
  func wrapped(to columns: Int) -> [StyledText] {
    guard let wrapMargin, width > columns, columns > 2 * wrapMargin else { return [self] }
    var lines: [StyledText] = []
    var line = StyledText()
    var width = 0
    for (word, paint) in words {
      let wordWidth = TextWidth.of(word)
      let isBlank = word.allSatisfy { $0 == " " }
      if width + wordWidth > columns, width > wrapMargin {
        lines.append(line)
        line = StyledText(String(repeating: " ", count: wrapMargin))
        width = wrapMargin
        if isBlank { continue }
      } else if isBlank, !lines.isEmpty, width == wrapMargin {
        continue
      }
      line.pieces.append((word, paint))
      width += wordWidth
    }
    return lines + [line]
  }

  /// Its words and the blanks between them. A number stays with the unit behind it.
  private var words: [(String, Paint)] {
    pieces.flatMap { piece in
      var words: [String] = []
      var isInBlank = false
      for character in piece.text {
        let isBlank = character == " "
        if words.isEmpty || isBlank != isInBlank { words.append("") }
        words[words.count - 1].append(character)
        isInBlank = isBlank
      }
      var joined: [String] = []
      for word in words {
        if joined.count > 1, joined[joined.count - 1] == " ",
          Self.units.contains(where: { word == $0 || word == $0 + "," }),
          joined[joined.count - 2].allSatisfy({ $0.isNumber || $0 == "." })
        {
          joined[joined.count - 2] += " " + word
          joined.removeLast()
        } else {
          joined.append(word)
        }
      }
      return joined.map { ($0, piece.paint) }
    }
  }

  private static let units = [
    "ms", "s", "m", "h", "B", "KiB", "MiB", "GiB", "request", "requests", "failed", "passed", "cancelled", "skipped",
    "recovered",
  ]

  func rendered(color: Bool) -> String {
    var text = ""
    for piece in pieces {
      if color, let code = piece.paint.code {
        text += "\u{1b}[\(code)m\(piece.text)\u{1b}[0m"
      } else {
        text += piece.text
      }
    }
    return text
  }
}
