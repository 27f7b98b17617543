import Diagnostics

/// An option of a command: how it is written, and what `--help` says of it.
struct Option: Sendable {
  /// With two dashes.
  let long: String
  /// With one dash; a letter.
  let short: Character?
  /// What its value is called in the help; `nil` for a flag.
  let value: String?
  let help: String
  /// The words that its value may be, where there are few.
  let choices: [String]

  init(
    _ long: String, short: Character? = nil, value: String? = nil, choices: [String] = [], _ help: String
  ) {
    self.long = long
    self.short = short
    self.value = value
    self.choices = choices
    self.help = help
  }

  /// Whether its value is the path of a file.
  var takesFile: Bool { value == "FILE" }

  /// As the help lists it: `-i, --input N=V`.
  var spelling: String {
    (short.map { "-\($0), " } ?? "    ") + "--" + long + (value.map { " " + $0 } ?? "")
  }
}

/// A mistake on the command line; exit status 1.
struct UsageError: Error, Sendable {
  let message: String
  let hint: String?
  /// Where the mistake is inside of a word, this tells it instead.
  let diagnostic: Diagnostic?

  init(_ message: String, hint: String? = nil) {
    self.message = message
    self.hint = hint
    diagnostic = nil
  }

  init(_ diagnostic: Diagnostic) {
    message = diagnostic.message
    hint = diagnostic.hint
    self.diagnostic = diagnostic
  }
}
