import Diagnostics
import Dispatch

/// The subcommands, in the order of the overview.
enum Commands {
  static let all: [any Command.Type] = [
    RunCommand.self, CheckCommand.self, PlanCommand.self, MockCommand.self, ReportCommand.self, SchemaCommand.self,
    InitCommand.self, CompletionsCommand.self, HelpCommand.self,
  ]

  static func named(_ name: String) -> (any Command.Type)? { all.first { $0.name == name } }

  static var overview: String {
    let width = all.map { $0.name.count + $0.usage.count + 1 }.max() ?? 0
    var text = """
      Runs API workflows from a file: HTTP requests and stream operators as a graph, each request as soon as its inputs are
      there, every result in the order the file declares.

      Usage: pipeline COMMAND …


      """
    for command in all {
      let head = command.name + " " + command.usage
      text += "  \(head)\(String(repeating: " ", count: max(0, width - head.count)))  \(command.summary)\n"
    }
    text += """

      'pipeline COMMAND --help' tells about a command, 'pipeline help OPERATOR' about an operator, and 'pipeline --version' which
      version this is.

      Exit status: 0 all well; 1 usage; 2 a file is invalid; 3 transport, timeout or I/O; 4 a check failed (status, decode,
      expect); 130 and 143 signals. 3 wins over 4.

      """
    return text
  }
}

/// What `--version` and the `User-Agent` say.
enum Version {
  static let current = "0.1.0"
  /// When it was made, for the manual page.
  static let date = "2026-11-30"
}

/// Takes the command line apart and does what it says; tells the exit status.
package func runCommandLine(_ words: [String]) -> Int32 {
  guard let first = words.first else {
    StandardStream.error.write(Commands.overview)
    return ExitStatus.usage
  }
  switch first {
  case "--help", "-h":
    StandardStream.output.write(Commands.overview)
    return ExitStatus.success
  case "--version":
    StandardStream.output.write("pipeline \(Version.current)\n")
    return ExitStatus.success
  default: break
  }
  guard let type = Commands.named(first) else {
    UsageError.unknownCommand(first).report()
    return ExitStatus.usage
  }
  do throws(UsageError) {
    let arguments = try ParsedArguments(words.dropFirst(), options: type.options + [.help])
    if arguments.has("help") {
      StandardStream.output.write(type.help)
      return ExitStatus.success
    }
    return try type.init(arguments).run()
  } catch {
    error.report()
    return ExitStatus.usage
  }
}

extension UsageError {
  static func unknownCommand(_ word: String) -> UsageError {
    if word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      return UsageError("'\(word)' is no command", hint: "to run it: pipeline run \(word)")
    }
    if word.hasPrefix("-") {
      return UsageError("unknown option '\(word)'", hint: "options of a command stand behind it: pipeline run \(word)")
    }
    let near = closestMatch(to: word, among: Commands.all.map { $0.name }).map { "did you mean '\($0)'?" }
    return UsageError("unknown command '\(word)'", hint: near ?? "'pipeline --help' lists them")
  }
}

/// Has the command line carried out; the process ends with its status.
///
/// To be called on the main thread. What a run does has a thread of its own. What needs no queue stays where it is:
/// with glibc's memory for other threads a check of 5,000 nodes took a fifth more time of the processor.
package func startCommandLine(_ words: [String]) {
  occupyClosedStandardStreams()
  ignoreBrokenPipes()
  guard let first = words.first, let command = Commands.named(first), command.needsMainQueue else {
    return carryOut(words)
  }
  DispatchQueue.global(qos: .userInitiated).async { carryOut(words) }
}

private func carryOut(_ words: [String]) {
  var status = runCommandLine(words)
  if status == ExitStatus.success, let fault = StandardStream.output.fault {
    StandardStream.error.write("pipeline: cannot write the output: \(fault)\n")
    status = ExitStatus.transport
  }
  endProcess(status)
}
