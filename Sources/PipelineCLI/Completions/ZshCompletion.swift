/// What zsh reads to complete command lines of `pipeline`: zshcompsys(1), `_arguments`.
enum ZshCompletion {
  static var text: String {
    var commands = ""
    var cases = ""
    for command in Commands.all {
      commands += "    \(quoted("\(command.name):\(command.summary)"))\n"
      var lines = (command.options + [.help]).flatMap(specifications)
      lines.append(operands(of: command))
      cases += "    \(command.name))\n      _arguments -s -S \\\n"
      cases += lines.map { "        \($0)" }.joined(separator: " \\\n") + "\n      ;;\n"
    }
    return """
      #compdef pipeline
      # zsh completion for pipeline
      _pipeline() {
        local -a commands
        commands=(
      \(commands)  )
        if (( CURRENT == 2 )); then
          _describe command commands
          return
        fi
        local command=$words[2]
        shift words
        (( CURRENT-- ))
        case $command in
      \(cases)  esac
      }
      _pipeline "$@"

      """
  }

  /// One for each spelling, which exclude each other unless the option may be repeated.
  private static func specifications(_ option: Option) -> [String] {
    let explanation = "[\(escaped(option.help))]"
    let value = option.value.map { name in
      let action =
        option.takesFile ? "_files" : option.choices.isEmpty ? " " : "(\(option.choices.joined(separator: " ")))"
      return ":\(escaped(name)):\(action)"
    }
    let long = quoted("*--\(option.long)" + (value == nil ? "" : "=") + explanation + (value ?? ""))
    let short = option.short.map { quoted("*-\($0)" + (value == nil ? "" : "+") + explanation + (value ?? "")) }
    return (short.map { [$0] } ?? []) + [long]
  }

  private static func operands(of command: any Command.Type) -> String {
    switch command.operands {
    case .pipelines: quoted("*:pipeline file:_files -g \"*.(yaml|yml)\"")
    case .files: quoted("*:file:_files")
    case .words(let words): quoted("*:topic:(\(words.joined(separator: " ")))")
    }
  }

  /// Brackets and colons have a meaning in a specification.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "[]:\\".contains(character) { result.append("\\") }
      result.append(character)
    }
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
