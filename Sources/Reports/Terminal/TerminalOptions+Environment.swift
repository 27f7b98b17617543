extension TerminalOptions {
  /// `--color`.
  package enum ColorChoice: String, Sendable, CaseIterable { case auto, always, never }

  /// What the environment says: `NO_COLOR`, `CLICOLOR_FORCE` and `TERM=dumb` against or for colour, `LC_ALL`, `LC_CTYPE`
  /// and `LANG` for the signs. The flag wins; animation is only for a terminal.
  package init(
    verbosity: Verbosity, color: ColorChoice, isTerminal: Bool, titles: Bool = false,
    environment: (String) -> String?
  ) {
    func set(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
    let isDumb = set("TERM") == nil || set("TERM") == "dumb"
    let isColored =
      switch color {
      case .always: true
      case .never: false
      case .auto:
        if set("NO_COLOR") != nil {
          false
        } else if let force = set("CLICOLOR_FORCE"), force != "0" {
          true
        } else {
          isTerminal && !isDumb && set("CLICOLOR") != "0"
        }
      }
    let locale = (set("LC_ALL") ?? set("LC_CTYPE") ?? set("LANG") ?? "").lowercased()
    self.init(
      verbosity: verbosity, color: isColored, unicode: locale.contains("utf-8") || locale.contains("utf8"),
      animates: isTerminal && !isDumb && verbosity > .quiet, titles: titles)
  }
}
