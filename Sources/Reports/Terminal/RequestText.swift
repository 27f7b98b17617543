import HTTP
import RunEvents

/// A request that has ended, as `-v` and `-vv` tell it.
struct RequestText {
  var glyphs: Glyphs

  private static let mostBodyLines = 20
  private static let longestBodyLine = 1000

  enum End {
    case response(ResponseDescription)
    case failure(RunFailure)
    case cancelled
  }

  /// `GET http://…  →  200  12 ms  1.2 KiB`
  func line(_ request: RequestDescription, _ end: End, took duration: Duration) -> StyledText {
    var line = StyledText("\(request.method) \(request.url) \(glyphs.arrow) ")
    switch end {
    case .response(let response):
      line.append("\(response.status)", .strong)
      line.append("  \(Units.duration(duration))  \(Units.size(response.bodySize))", .dim)
    case .failure(let failure):
      line.append(SafeText.lines(failure.message).joined(separator: " "), .bad)
      line.append("  \(Units.duration(duration))", .dim)
    case .cancelled:
      line.append("cancelled")
      line.append("  \(Units.duration(duration))", .dim)
    }
    if let note = request.note { line.append("  (\(note))", .dim) }
    return line
  }

  /// Headers and the starts of the bodies; `>` went out, `<` came back.
  func exchange(_ request: RequestDescription, _ end: End) -> [StyledText] {
    var lines = request.headers.map { StyledText("> \($0.name): \($0.value)", .dim) }
    if let file = request.uploadFile {
      lines.append(StyledText("> | \(Units.size(request.bodySize)) from \(file)", .dim))
    } else {
      lines += body(request.bodyStart, size: request.bodySize, isCut: request.isBodyCut, margin: "> | ")
    }
    guard case .response(let response) = end else { return lines }
    lines += response.headers.map { StyledText("< \($0.name): \($0.value)", .dim) }
    return lines + body(response.bodyStart, size: response.bodySize, isCut: response.isBodyCut, margin: "< | ")
  }

  private func body(_ start: String?, size: Int, isCut: Bool, margin: String) -> [StyledText] {
    guard size > 0 else { return [] }
    guard let start else { return [StyledText("\(margin)(\(Units.size(size)) that are not text)", .dim)] }
    return BodyText.lines(
      start, isCut: isCut, mostLines: Self.mostBodyLines, longestLine: Self.longestBodyLine, ending: glyphs.ellipsis
    ).map { StyledText(margin + $0, .dim) }
  }
}
