import Files
import HTTP
import PipelineLanguage
import PipelineRuntime
import Reports

/// What the options of `run` ask for.
struct RunSettings: Sendable {
  let inputs: GivenInputs
  let transfer: TransferOptions
  let timeouts: Timeouts
  let usesMock: Bool
  let failsFast: Bool
  let deadline: Duration?
  let jobs: Int
  /// How often a run may be begun.
  let attempts: Int
  let reports: ReportOptions
  let terminal: TerminalOptions
  let isColored: Bool
  let isCompact: Bool

  init(_ arguments: ParsedArguments) throws(UsageError) {
    inputs = try GivenInputs(arguments)
    transfer = TransferOptions(arguments)
    var timeouts = Timeouts()
    timeouts.total = try seconds(arguments, "max-time")
    if let connect = try seconds(arguments, "connect-timeout") { timeouts.connect = connect }
    self.timeouts = timeouts
    usesMock = arguments.has("mock")
    failsFast = arguments.has("fail-fast")
    deadline = try arguments.value("deadline").map { text throws(UsageError) in
      guard let duration = parseDuration(text), duration > .zero else {
        throw UsageError("--deadline is a time with a unit", hint: "'\(text)' was given; write 30s or 5m")
      }
      return duration
    }
    let suite = try SuiteOptions(arguments)
    jobs = suite.jobs
    attempts = suite.attempts
    reports = try ReportOptions(arguments)
    isColored = try wantsColor(arguments, on: .error)
    var terminal = TerminalOptions(
      verbosity: .init(arguments), color: isColored ? .always : .never, isTerminal: StandardStream.error.isTerminal,
      environment: environment)
    terminal.showsCurl = arguments.has("curl")
    self.terminal = terminal
    isCompact = arguments.has("json") || !StandardStream.output.isTerminal
  }
}

extension TerminalOptions.Verbosity {
  init(_ arguments: ParsedArguments) {
    self =
      arguments.has("quiet")
      ? .quiet : arguments.count("verbose") > 1 ? .everything : arguments.has("verbose") ? .verbose : .normal
  }
}
