/// The signs of the terminal's text; plain ASCII where the locale is not UTF-8.
struct Glyphs: Sendable {
  var passed, failed, recovered, notRun, arrow, ellipsis, dash: String
  var up, down: String
  var barFull, barEmpty: String
  var spinner: [String]

  init(unicode: Bool) { self = unicode ? .unicode : .ascii }

  private init(
    passed: String, failed: String, recovered: String, notRun: String, arrow: String, ellipsis: String, dash: String,
    up: String, down: String, barFull: String, barEmpty: String, spinner: [String]
  ) {
    self.passed = passed
    self.failed = failed
    self.recovered = recovered
    self.notRun = notRun
    self.arrow = arrow
    self.ellipsis = ellipsis
    self.dash = dash
    self.up = up
    self.down = down
    self.barFull = barFull
    self.barEmpty = barEmpty
    self.spinner = spinner
  }

  private static let unicode = Glyphs(
    passed: "✓", failed: "✗", recovered: "!", notRun: "-", arrow: "→", ellipsis: "…", dash: "–", up: "↑", down: "↓",
    barFull: "█", barEmpty: "░", spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"])

  private static let ascii = Glyphs(
    passed: "+", failed: "x", recovered: "!", notRun: "-", arrow: "->", ellipsis: "...", dash: "-", up: "up",
    down: "down", barFull: "#", barEmpty: ".", spinner: ["|", "/", "-", "\\"])
}
