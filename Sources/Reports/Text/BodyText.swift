/// The start of a body, as a few lines.
enum BodyText {
  /// - Parameter isCut: The body goes on where `text` ends.
  static func lines(_ text: String, isCut: Bool, mostLines: Int, longestLine: Int, ending: String) -> [String] {
    guard !text.isEmpty else { return [] }
    let all = SafeText.lines(text)
    var lines = all.prefix(mostLines).map { line in
      TextWidth.clipped(
        SafeText.line(SafeText.withoutTabs(line)), to: longestLine, ending: ending)
    }
    if all.count > mostLines {
      lines.append(ending)
    } else if isCut, let last = lines.popLast() {
      lines.append(last.hasSuffix(ending) ? last : last + ending)
    }
    return lines
  }
}
