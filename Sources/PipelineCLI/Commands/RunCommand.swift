import Diagnostics
import Files
import PipelineLanguage
import PipelineRuntime
import Reports
import RunEvents
import Values

/// `pipeline run FILE|FOLDER|GLOB…`
struct RunCommand: Command {
  static let name = "run"
  static let usage = "FILE|FOLDER|GLOB…"
  static let summary = "run pipelines; their output is JSON on standard output, all else is on standard error"
  static let needsMainQueue = true
  static let options: [Option] =
    [
      Option("input", short: "i", value: "N=V", "give an input; its type is the declared one"),
      Option("input-json", value: "N=JSON", "give an input as JSON"),
      Option("inputs-file", value: "FILE", "take inputs from the members of a JSON file"),
      Option("secret", value: "N[=V]", "give an input that is never shown; without V from the variable N"),
    ] + Option.selection + [
      Option("mock", "answer all requests from the file's mock section"),
      Option("fail-fast", "end the run at the first failure"),
      Option("deadline", value: "D", "end the run after this time, such as 30s or 5m"),
    ] + Option.suite + Option.reports + [
      Option("json", "write the output compact, also on a terminal"),
      Option("verbose", short: "v", "show each request; twice (-vv) with headers and bodies"),
      .curl,
      .strict, .quiet,
    ] + Option.color + Option.transfer
  static let discussion = """
    A folder stands for all .yaml and .yml files in it. An input is taken from a flag, else from --inputs-file, else from the
    variable PIPELINE_INPUT_N, else from its default.

    With --only, nodes that were not asked for are reported as not selected; teardown nodes run as ever. EXPR of --tag has names,
    'and', 'or', 'not' and parentheses. A selection that matches nothing is an error.

    With --retry and --repeat everything of a run is new, teardown and output included; the last try of a run counts. Runs that
    go on at once share connections, but no cookies. 'pipeline report' joins the events of all parts of --shard.

    Exit status: 0 all well; 1 usage; 2 a file is invalid; 3 transport, timeout or I/O; 4 a check failed; 130 and 143 signals.
    """

  private let files: [String]
  private let arguments: ParsedArguments
  private let settings: RunSettings
  private let selection: Selection
  private let repetitions: Int
  private let shard: ShardChoice?

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = try pipelineFiles(arguments.operands)
    self.arguments = arguments
    settings = try RunSettings(arguments)
    selection = try Selection(arguments)
    repetitions = try SuiteOptions(arguments).repetitions
    shard = try ShardChoice(arguments)
  }

  func run() -> Int32 {
    let loaded = LoadedPipelines(files, rules: CheckRules.forRuns, isStrict: arguments.has("strict"))
    loaded.report(isColored: settings.isColored, onlyErrors: arguments.has("quiet"))
    guard loaded.isValid else {
      let status = loaded.hasUnreadable ? ExitStatus.transport : ExitStatus.invalidFile
      return worse(status, report(placed(loaded.refusals)))
    }
    let selected: [Pipeline]
    do throws(UsageError) {
      selected = try selection.applied(to: loaded.pipelines)
    } catch {
      error.report()
      return ExitStatus.usage
    }
    let left = loaded.pipelines.count - selected.count
    if left > 0, !arguments.has("quiet") {
      StandardStream.error.write("pipeline: \(left) of \(loaded.pipelines.count) files not selected\n")
    }
    var runs = [PlannedRun](of: selected, repetitions: repetitions)
    if let shard {
      do throws(UsageError) {
        runs = try shard.part(of: runs, isQuiet: arguments.has("quiet"))
      } catch {
        error.report()
        return ExitStatus.usage
      }
    }
    return RunSession(runs, of: selected, settings: settings).run()
  }

  /// The same at their places: of a file that is invalid nobody knows its cases, and of several parts each tells of all files.
  private func placed(_ refusals: [RunRefusal]) -> [RunRefusal] {
    refusals.enumerated().map { place, refusal in
      var refusal = refusal
      refusal.suite = SuitePlace(
        place: Ordinal(place + 1, of: refusals.count),
        shard: shard?.place.map { SuitePlace.Shard($0, runs: refusals.count) })
      return refusal
    }
  }

  /// Writes the reports of runs that do not begin.
  private func report(_ refusals: [RunRefusal]) -> Int32 {
    do throws(FileError) {
      let reporters = try SessionReporters(settings.reports)
      reporters.refuse(refusals)
      return reporters.close()
    } catch {
      return reportUnwritable(error)
    }
  }
}

/// Tells that a file cannot be opened to be written.
func reportUnwritable(_ error: FileError) -> Int32 {
  StandardStream.error.write("pipeline: cannot \(error.operation) '\(error.path)': \(error.reason)\n")
  return ExitStatus.transport
}
