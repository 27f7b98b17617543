/// `pipeline completions SHELL`
struct CompletionsCommand: Command {
  static let name = "completions"
  static let usage = "bash|zsh|fish"
  static let summary = "write what a shell needs to complete command lines"
  static let options: [Option] = []
  static let operands = Operands.words(Shell.allCases.map(\.rawValue))
  static let discussion = """
    Where it goes, unless the package has put it there:

      bash   pipeline completions bash > ~/.local/share/bash-completion/completions/pipeline
      zsh    pipeline completions zsh > DIRECTORY/_pipeline, where DIRECTORY is in $fpath
      fish   pipeline completions fish > ~/.config/fish/completions/pipeline.fish
    """

  private enum Shell: String, CaseIterable { case bash, zsh, fish }

  private let shell: Shell

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard let word = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("completions takes the name of one shell", hint: "bash, zsh or fish")
    }
    guard let shell = Shell(rawValue: word) else {
      throw UsageError("no completions for '\(word)'", hint: "known are bash, zsh and fish")
    }
    self.shell = shell
  }

  func run() -> Int32 {
    switch shell {
    case .bash: StandardStream.output.write(BashCompletion.text)
    case .zsh: StandardStream.output.write(ZshCompletion.text)
    case .fish: StandardStream.output.write(FishCompletion.text)
    }
    return ExitStatus.success
  }
}
