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
