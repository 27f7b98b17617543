/// Writes diagnostics for people: the place and the mistake, the source line, and a caret under what is meant.
///
/// ```text
/// pipelines/orders.yaml:12:7: error: unknown operator 'flatMpa'
///    |
/// 12 |     - flatMpa:
///    |       ^^^^^^^ not one of the operators a step may use; did you mean 'flatMap'?
/// ```
///
/// Whatever the texts hold, what is written is safe for a terminal: control characters are shown, not sent.
package struct DiagnosticRenderer: Sendable {
  /// Whether to colour with ANSI escape sequences.
  package var isColored: Bool
  /// The most columns of a source line that are shown; a longer line is cut round its caret.
  package var maximumColumns: Int

  package init(isColored: Bool = false, maximumColumns: Int = 160) {
    self.isColored = isColored
    self.maximumColumns = max(20, maximumColumns)
  }

  /// One diagnostic with its notes; ends with a line feed.
  package func render(_ diagnostic: Diagnostic) -> String {
    var output = ""
    write(diagnostic, to: &output)
    return output
  }

  /// All diagnostics, file by file as they first come, each file's in the order of their places, a blank line between.
  ///
  /// Those of a file as a whole come before those with a place in it. Nothing to say is an empty text.
  package func render(_ diagnostics: [Diagnostic]) -> String {
    Self.inFileOrder(diagnostics).map { render($0) }.joined(separator: "\n")
  }

  /// Diagnostics file by file as they first come, each file's in the order of their places.
  package static func inFileOrder(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var ranks: [String: Int] = [:]
    var keyed: [(rank: Int, offset: Int, index: Int)] = []
    for (index, diagnostic) in diagnostics.enumerated() {
      // A name holds no NUL, so that "no file" is a group of its own.
      let name = diagnostic.source?.name ?? "\0"
      let rank = ranks[name] ?? ranks.count
      ranks[name] = rank
      keyed.append((rank, diagnostic.range?.start.offset ?? -1, index))
    }
    return keyed.sorted { ($0.rank, $0.offset, $0.index) < ($1.rank, $1.offset, $1.index) }.map {
      diagnostics[$0.index]
    }
  }

  private func write(_ diagnostic: Diagnostic, to output: inout String) {
    let severity = diagnostic.severity
    var place = ""
    if let source = diagnostic.source {
      place = TerminalText.safe(source.name) + ":"
      if let start = diagnostic.range?.start { place += "\(start.line):\(start.column):" }
      place += " "
    }
    output += paint(place, .place)
    output += paint(severity.rawValue + ":", .severity(severity))
    output += " " + paint(TerminalText.safe(diagnostic.message), .message) + "\n"
    let remark = [diagnostic.reason, diagnostic.hint].compactMap { $0.map(TerminalText.safe) }.filter { !$0.isEmpty }
      .joined(separator: "; ")
    if let source = diagnostic.source, let range = diagnostic.range {
      write(SourceExcerpt(range, in: source, maximumColumns: maximumColumns), severity, remark: remark, to: &output)
    } else if !remark.isEmpty {
      output += "  " + remark + "\n"
    }
    for note in diagnostic.notes { write(note, to: &output) }
  }

  private func write(
    _ excerpt: SourceExcerpt, _ severity: Diagnostic.Severity, remark: String, to output: inout String
  ) {
    let number = String(excerpt.line)
    let margin = String(repeating: " ", count: number.count)
    let carets = String(repeating: "^", count: excerpt.caretColumns)
    output += paint(margin + " |", .margin) + "\n"
    output += paint(number + " |", .margin) + (excerpt.text.isEmpty ? "" : " " + excerpt.text) + "\n"
    output += paint(margin + " |", .margin) + " " + excerpt.padding
    output += paint(remark.isEmpty ? carets : carets + " " + remark, .severity(severity)) + "\n"
  }

  private enum Role {
    case place, message, margin
    case severity(Diagnostic.Severity)
  }

  private func paint(_ text: String, _ role: Role) -> String {
    guard isColored, !text.isEmpty else { return text }
    let code =
      switch role {
      case .place, .message: "1"
      case .margin: "34"
      case .severity(.error): "1;31"
      case .severity(.warning): "1;33"
      case .severity(.note): "1;36"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
