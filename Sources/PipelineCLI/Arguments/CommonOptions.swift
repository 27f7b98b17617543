import Files
import Reports

extension Option {
  static let quiet = Option("quiet", short: "q", "say only what failed")

  static let curl = Option("curl", "show each request as a curl command that repeats it")

  static let strict = Option("strict", "take warnings about the file for errors")

  static let color = [
    Option("color", value: "WHEN", choices: ["auto", "always", "never"], "colour: auto, always or never (auto)"),
    Option("no-color", "the same as --color never"),
  ]
}

/// Whether to write in colour: by the options, else by the environment, else on a terminal.
func wantsColor(_ arguments: ParsedArguments, on stream: StandardStream) throws(UsageError) -> Bool {
  let word = arguments.last(of: ["color", "no-color"]) == "no-color" ? "never" : arguments.value("color") ?? "auto"
  guard let choice = TerminalOptions.ColorChoice(rawValue: word) else {
    throw UsageError("--color is auto, always or never", hint: "'\(word)' was given")
  }
  return TerminalOptions(verbosity: .normal, color: choice, isTerminal: stream.isTerminal, environment: environment)
    .color
}
