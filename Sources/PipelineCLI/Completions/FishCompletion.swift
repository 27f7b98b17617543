/// What fish reads to complete command lines of `pipeline`: https://fishshell.com/docs/current/completions.html.
enum FishCompletion {
  static var text: String {
    let none = "'not __fish_seen_subcommand_from \(Commands.all.map { $0.name }.joined(separator: " "))'"
    var text = "# fish completion for pipeline\ncomplete -c pipeline -f\n"
    text += "complete -c pipeline -n \(none) -l help -d 'show the commands'\n"
    text += "complete -c pipeline -n \(none) -l version -d 'show the version'\n"
    for command in Commands.all {
      text += "complete -c pipeline -n \(none) -a \(command.name) -d \(quoted(command.summary))\n"
      let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
      for option in command.options + [.help] {
        text += "complete -c pipeline \(condition)"
        if let short = option.short { text += " -s \(short)" }
        text += " -l \(option.long)"
        if option.value != nil {
          text += option.takesFile ? " -r -F" : " -x"
          if !option.choices.isEmpty { text += " -a \(quoted(option.choices.joined(separator: " ")))" }
        }
        text += " -d \(quoted(option.help))\n"
      }
      switch command.operands {
      case .pipelines, .files: text += "complete -c pipeline \(condition) -F\n"
      case .words(let words):
        if !words.isEmpty {
          text += "complete -c pipeline \(condition) -a \(quoted(words.joined(separator: " ")))\n"
        }
      }
    }
    return text
  }

  /// In single quotes fish knows two escapes only.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
