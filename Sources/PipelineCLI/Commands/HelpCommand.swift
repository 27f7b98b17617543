import Diagnostics
import PipelineLanguage

/// `pipeline help [COMMAND|OPERATOR]`: the reference, for a terminal.
struct HelpCommand: Command {
  static let name = "help"
  static let usage = "[COMMAND|OPERATOR]"
  static let summary = "tell about a command or an operator"
  static let options = [Option("man", "write the manual page, pipeline(1), in the language of man(7)")]
  static var operands: Operands {
    let commands = Commands.all.map { $0.name }
    return .words(commands + OperatorReference.names.filter { !commands.contains($0) })
  }

  private let topic: String?
  private let isManual: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    guard arguments.operands.count <= 1 else { throw UsageError("help takes one topic") }
    topic = arguments.operands.first
    isManual = arguments.has("man")
    if isManual, topic != nil { throw UsageError("help --man takes no topic") }
  }

  func run() -> Int32 {
    if isManual {
      StandardStream.output.write(ManualPage.text)
      return ExitStatus.success
    }
    guard let topic else {
      StandardStream.output.write(Commands.overview)
      return ExitStatus.success
    }
    if let command = Commands.named(topic) {
      StandardStream.output.write(command.help)
      return ExitStatus.success
    }
    if let page = OperatorReference.text(of: topic) {
      StandardStream.output.write(page)
      return ExitStatus.success
    }
    UsageError.unknownTopic(topic).report()
    return ExitStatus.usage
  }
}

extension UsageError {
  static func unknownTopic(_ topic: String) -> UsageError {
    let topics = Commands.all.map { $0.name } + OperatorReference.names
    let near = closestMatch(to: topic, among: topics).map { "did you mean '\($0)'?" }
    return UsageError("no command or operator is called '\(topic)'", hint: near ?? "'pipeline help' lists the commands")
  }

  /// Tells it on standard error.
  func report() {
    if let diagnostic {
      StandardStream.error.write(DiagnosticRenderer().render(diagnostic))
      return
    }
    StandardStream.error.write("pipeline: \(message)\(hint.map { "; \($0)" } ?? "")\n")
  }
}
