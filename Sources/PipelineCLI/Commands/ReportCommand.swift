import Diagnostics
import Files
import Reports
import RunEvents

/// `pipeline report EVENTS…`: reports from recorded events.
struct ReportCommand: Command {
  static let name = "report"
  static let usage = "EVENTS…"
  static let summary = "make reports of runs from the events that they wrote, several files as one"
  static let operands = Operands.files
  static let options: [Option] =
    Option.reports + [
      Option("verbose", short: "v", "show each request; twice (-vv) with headers and bodies"),
      .curl,
      .quiet,
    ] + Option.color
  static let discussion = """
    EVENTS are files that 'pipeline run --events' wrote, those of a run that was killed included; '-' is standard input. The runs
    are told one after another, in the order of the files, by the same reports as while they ran; on standard output, where no
    report goes there.

    The parts of 'pipeline run --shard' become one: its runs stand in their declared order, a run that was begun again counts
    once, and what is missing is an error.

    Exit status: that of the runs; 2 where a file holds no events; 3 where a run was cut short.
    """

  private let files: [String]
  private let reports: ReportOptions
  private let terminal: TerminalReporter

  init(_ arguments: ParsedArguments) throws(UsageError) {
    files = arguments.operands
    if files.isEmpty { throw UsageError("no file of events is named", hint: "'pipeline run --events FILE' writes one") }
    let reports = try ReportOptions(arguments)
    self.reports = reports
    if let path = files.first(where: { $0 != "-" && reports.paths.contains($0) }) {
      throw UsageError("'\(path)' is read and written", hint: "give the report another name")
    }
    let stream = reports.takesStandardOutput ? StandardStream.error : StandardStream.output
    var options = TerminalOptions(
      verbosity: .init(arguments), color: try wantsColor(arguments, on: stream) ? .always : .never, isTerminal: false,
      titles: true, environment: environment)
    options.animates = false
    options.showsCurl = arguments.has("curl")
    terminal = TerminalReporter(output: stream, options: options)
  }

  func run() -> Int32 {
    do throws(FileError) {
      let reporters = try SessionReporters(reports, terminal: terminal)
      let replay = Replay(reporters.all)
      let read = files.map { open($0) }
      var status = read.map(\.status).reduce(ExitStatus.success, worse)
      let suites = RecordedSuite.joined(read.compactMap(\.runs))
      let empty = read.compactMap(\.runs).filter { $0.place == nil }
      if empty.count > suites.reduce(0, { $0 + $1.emptyParts }) {
        for runs in empty { StandardStream.error.write("pipeline: '\(runs.path)' holds no run\n") }
        status = worse(status, ExitStatus.transport)
      }
      for suite in suites {
        status = worse(status, Self.reading { try suite.tell { replay.receive($0) } })
        replay.finishRun()
      }
      return worse(worse(status, replay.exitStatus), reporters.close())
    } catch {
      return reportUnwritable(error)
    }
  }

  /// The runs in a file, and the status that this alone would give.
  private func open(_ path: String) -> (runs: RecordedRuns?, status: Int32) {
    var runs: RecordedRuns?
    let status = Self.reading { runs = try RecordedRuns(path) }
    return (runs, status)
  }

  private static func reading(_ read: () throws -> Void) -> Int32 {
    do {
      try read()
      return ExitStatus.success
    } catch let error as FileError {
      StandardStream.error.write("pipeline: cannot \(error.operation) '\(error.path)': \(error.reason)\n")
      return ExitStatus.transport
    } catch {
      StandardStream.error.write("pipeline: \(error)\n")
      return ExitStatus.invalidFile
    }
  }
}
