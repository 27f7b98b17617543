import RunEvents

/// The lines at the bottom of a terminal that are drawn over again and again.
///
/// Between two frames the cursor stands at the beginning of the line below the area. No line of it ever wraps; after the
/// window was made narrower, what the terminal has wrapped by itself is counted.
struct LiveArea: Sendable {
  static let hideCursor = "\u{1b}[?25l"
  static let showCursor = "\u{1b}[?25h"

  /// The widths of the lines that stand on the screen.
  private var drawn: [Int] = []
  private var lastFrame: [String] = []
  private var lastSize: TextSize?
  private var isCursorHidden = false

  var isEmpty: Bool { drawn.isEmpty }

  /// What to write so that `lasting` scrolls up and `live` stands below it; empty where nothing changes.
  ///
  /// - Parameter lasting: Rendered lines without their ends; they may wrap.
  mutating func frame(lasting: [String], live: [StyledText], size: TextSize, options: TerminalOptions) -> String {
    let ending = Glyphs(unicode: options.unicode).ellipsis
    // The last column stays free: a terminal may wrap when it is written to.
    let clipped = live.map { $0.clipped(to: max(1, size.columns - 1), ending: ending) }
    let lines = clipped.map { $0.rendered(color: options.color) }
    if lasting.isEmpty, lines == lastFrame, size == lastSize { return "" }
    var text = isCursorHidden || lines.isEmpty ? "" : Self.hideCursor
    if !lines.isEmpty { isCursorHidden = true }
    text += moveToTop(size)
    if !lasting.isEmpty || rows(in: size) > drawn.count {
      text += "\u{1b}[J"
      for line in lasting { text += line + "\n" }
    }
    for line in lines { text += line + "\u{1b}[K\n" }
    if drawn.count > lines.count { text += "\u{1b}[J" }
    drawn = clipped.map(\.width)
    lastFrame = lines
    lastSize = size
    return text
  }

  /// What to write so that nothing of the area is left and the cursor shows again.
  mutating func erase(size: TextSize) -> String {
    var text = drawn.isEmpty ? "" : moveToTop(size) + "\u{1b}[J"
    if isCursorHidden { text += Self.showCursor }
    self = LiveArea()
    return text
  }

  private func moveToTop(_ size: TextSize) -> String {
    let rows = rows(in: size)
    return rows > 0 ? "\r\u{1b}[\(rows)A" : ""
  }

  private func rows(in size: TextSize) -> Int {
    let columns = max(1, size.columns)
    return drawn.reduce(0) { $0 + max(1, ($1 + columns - 1) / columns) }
  }
}
