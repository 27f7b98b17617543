import Diagnostics
import Files
import PipelineLanguage
import PipelineRuntime
import Reports
import RunEvents
import Values

/// Runs pipelines and tells the exit status of them all.
///
/// Nothing is sent before every file, every input and every upload of all of them has been looked at. `--deadline` bounds all
/// runs together, and `--fail-fast` skips the files behind the first that failed.
final class RunSession: Sendable {
  private let pipelines: [Pipeline]
  private let runs: [PlannedRun]
  private let settings: RunSettings

  /// - Parameters:
  ///   - runs: those of these pipelines, or a part of them.
  ///   - pipelines: may take from the inputs that are given, whether they run here or not.
  init(_ runs: [PlannedRun], of pipelines: [Pipeline], settings: RunSettings) {
    self.pipelines = pipelines
    self.runs = runs
    self.settings = settings
  }

  /// Blocks until the last run has ended. Not to be called on the main thread, which `receiveOn: main` needs.
  func run() -> Int32 {
    do throws(FileError) {
      return run(try SessionReporters(settings.reports, terminal: terminal, output: output))
    } catch {
      return reportUnwritable(error)
    }
  }

  /// What a person is told by.
  private var terminal: TerminalReporter {
    var options = settings.terminal
    options.titles = runs.count > 1
    return TerminalReporter(output: StandardStream.error, options: options)
  }

  /// What writes the output; it goes nowhere where a report takes its place, which a program is to read.
  private var output: OutputReporter? {
    if settings.reports.takesStandardOutput { return nil }
    return OutputReporter(output: StandardStream.output, layout: settings.isCompact ? .compact : .pretty)
  }

  private func run(_ reporters: SessionReporters) -> Int32 {
    let unmocked = runs.map { run in
      settings.usesMock && run.pipeline.mock.isEmpty && run.pipeline.sendsRequests ? [noMock(run.pipeline)] : []
    }
    if unmocked.contains(where: { !$0.isEmpty }) {
      var told: Set<String> = []
      for diagnostic in unmocked.joined() where told.insert(diagnostic.message).inserted {
        UsageError(diagnostic.message, hint: diagnostic.hint).report()
      }
      return refuse(unmocked, .invalidFile, ExitStatus.invalidFile, reporters)
    }
    let (inputs, shared) = boundInputs()
    let mask = SecretMask(inputs.flatMap(\.secrets))
    if !shared.isEmpty || inputs.contains(where: { !$0.faults.isEmpty }) {
      report(shared + inputs.flatMap(\.faults))
      // What no file declares is told with the first.
      let diagnostics = inputs.enumerated().map { place, inputs in (place == 0 ? shared : []) + inputs.faults }
      return refuse(diagnostics, .usage, ExitStatus.usage, reporters, mask)
    }
    let missing = zip(runs, inputs).map { run, inputs in
      missingFiles(
        of: run.pipeline, case: run.inputSet, inputs: inputs.values, folder: Paths.folder(of: run.pipeline.source.name))
    }
    if missing.contains(where: { !$0.isEmpty }) {
      report(missing.flatMap(\.self))
      return refuse(missing, .unreadable, ExitStatus.transport, reporters, mask)
    }
    return run(SuiteRunner(runs, inputs: inputs, settings: settings, reporters: reporters), reporters, mask)
  }

  private func run(_ runner: SuiteRunner, _ reporters: SessionReporters, _ mask: SecretMask) -> Int32 {
    let signals = SignalWatch { number, isFirst in
      // A second signal skips the teardown; where there is none left to skip, it ends the process at once.
      if !isFirst, !runner.skipTeardowns() { endProcess(128 + number) }
      if isFirst { runner.end(.signal(number)) }
    }
    defer { signals.cancel() }
    let deadline = settings.deadline.map { time in DeadlineTimer(time) { runner.end(.deadline) } }
    defer { deadline?.cancel() }
    var (status, count, cancellation) = runner.run()
    if count < runs.count, let cancellation {
      status = worse(status, reportSkipped(runs.count - count, cancellation))
      reporters.refuse(runs[count...].map { $0.refusal(.ended(cancellation)) }, mask: mask)
    }
    return worse(status, reporters.close())
  }

  /// Tells the reports that no run begins, and why: of each run what is wrong with it.
  private func refuse(
    _ diagnostics: [[Diagnostic]], _ reason: RunRefusal.Reason, _ status: Int32, _ reporters: SessionReporters,
    _ mask: SecretMask = SecretMask()
  ) -> Int32 {
    let refusals = zip(runs, diagnostics).map { run, found in
      found.isEmpty ? run.refusal(.others) : run.refusal(reason, found)
    }
    reporters.refuse(refusals, mask: mask)
    return worse(status, reporters.close())
  }

  private func noMock(_ pipeline: Pipeline) -> Diagnostic {
    Diagnostic("\(pipeline.source.name) has no mock section", hint: "--mock answers requests from it")
  }

  /// The inputs of each run, and what is wrong with those that no file declares.
  private func boundInputs() -> (inputs: [BoundInputs], faults: [Diagnostic]) {
    let workingDirectory = (try? FileSystem.currentFolder()) ?? "."
    let shared = SharedInputs(settings.inputs, of: pipelines)
    let inputs = runs.map { run in
      let pipeline = run.pipeline
      let folder = Paths.resolve(Paths.folder(of: pipeline.source.name), against: workingDirectory)
      return bindInputs(
        of: pipeline, case: run.inputSet, from: shared.given(for: pipeline), fileDirectory: folder,
        workingDirectory: workingDirectory)
    }
    return (inputs, shared.faults)
  }

  /// Tells how many files were not run, and the status that this alone would give.
  private func reportSkipped(_ count: Int, _ reason: CancellationReason) -> Int32 {
    let word = runs.count == pipelines.count ? "file" : "run"
    let files = count == 1 ? "1 \(word) was" : "\(count) \(word)s were"
    let (words, status) =
      switch reason {
      case .signal(let number): ("after the signal", 128 + number)
      case .deadline: ("before the deadline", ExitStatus.transport)
      case .failFast: ("after the failure (--fail-fast)", ExitStatus.success)
      }
    StandardStream.error.write("pipeline: \(files) not run \(words)\n")
    return status
  }

  private func report(_ diagnostics: [Diagnostic]) {
    let renderer = DiagnosticRenderer.forStandardError(isColored: settings.isColored)
    // What is wrong with each of many cases is told once.
    var told: Set<String> = []
    for diagnostic in diagnostics where told.insert(statement(diagnostic)).inserted {
      StandardStream.error.write(renderer.render(diagnostic))
    }
  }
}

private func statement(_ diagnostic: Diagnostic) -> String {
  "\(diagnostic.source?.name ?? "") \(diagnostic.range?.start.offset ?? -1) \(diagnostic.message)"
}

/// The status of two runs together: a signal wins over all, then transport over checks.
func worse(_ first: Int32, _ second: Int32) -> Int32 { worseExitStatus(first, second) }
