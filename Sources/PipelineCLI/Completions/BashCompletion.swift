import PipelineLanguage

/// What bash reads to complete command lines of `pipeline`: https://www.gnu.org/software/bash/manual, "Programmable Completion".
enum BashCompletion {
  static var text: String {
    var cases = ""
    for command in Commands.all {
      cases += "    \(command.name)) options='\(words(of: command))'; operands='\(operands(of: command))' ;;\n"
    }
    return """
      # bash completion for pipeline
      _pipeline_offer() {
        local found
        while IFS= read -r found; do COMPREPLY+=("$found"); done < <(compgen "$@" -- "$word")
      }
      _pipeline() {
        local word=${COMP_WORDS[COMP_CWORD]} previous='' command=${COMP_WORDS[1]-} options='' operands=''
        COMPREPLY=()
        if [ "$COMP_CWORD" -le 1 ]; then
          _pipeline_offer -W '\(Commands.all.map { $0.name }.joined(separator: " ")) --help --version'
          return
        fi
        case $command in
      \(cases)    *) return ;;
        esac
        previous=${COMP_WORDS[COMP_CWORD - 1]}
        # Bash takes '--name=value' for three words.
        if [ "$word" = = ]; then
          word=''
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        case "$command $previous" in
      \(values)  esac
        case $word in
          -*) _pipeline_offer -W "$options" ;;
          *)
            case $operands in
              files)
                _pipeline_offer -f -X '!*.yaml'
                _pipeline_offer -f -X '!*.yml'
                _pipeline_offer -d
                ;;
              any) _pipeline_offer -f ;;
              *) _pipeline_offer -W "$operands" ;;
            esac
            ;;
        esac
      }
      complete -o filenames -F _pipeline pipeline

      """
  }

  private static func words(of command: any Command.Type) -> String {
    (command.options + [.help]).flatMap { option in
      (option.short.map { ["-\($0)"] } ?? []) + ["--\(option.long)"]
    }.joined(separator: " ")
  }

  private static func operands(of command: any Command.Type) -> String {
    switch command.operands {
    case .pipelines: "files"
    case .files: "any"
    case .words(let words): words.joined(separator: " ")
    }
  }

  /// What stands behind an option that takes a value.
  private static var values: String {
    var text = ""
    for command in Commands.all {
      for option in command.options where option.value != nil {
        let spellings = (["--\(option.long)"] + (option.short.map { ["-\($0)"] } ?? []))
          .map { "'\(command.name) \($0)'" }.joined(separator: " | ")
        let reply = option.takesFile ? "-f" : "-W '\(option.choices.joined(separator: " "))'"
        text += "    \(spellings))\n      _pipeline_offer \(reply)\n      return\n      ;;\n"
      }
    }
    return text
  }
}
