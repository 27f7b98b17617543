extension Duration {
  /// As the file writes it: `250ms`, `5s`, `2m`.
  var text: String {
    let milliseconds = milliseconds
    if milliseconds < 1000 { return "\(number(milliseconds))ms" }
    return milliseconds.truncatingRemainder(dividingBy: 60_000) == 0
      ? "\(number(milliseconds / 60_000))m" : "\(number(milliseconds / 1000))s"
  }

  private func number(_ value: Double) -> String { value == value.rounded() ? String(Int(value)) : String(value) }
}
