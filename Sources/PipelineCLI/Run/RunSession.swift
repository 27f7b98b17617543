import CurlTransport
import Diagnostics
import Dispatch
import Files
import MockServer
import PipelineLanguage
import PipelineRuntime
import Reports
import RunEvents
import Streams
import Synchronization
import Values

/// Runs pipelines one after the other and tells the exit status of them all.
///
/// Nothing is sent before every file, every input and every upload of all of them has been looked at. `--deadline` bounds all
/// runs together, and `--fail-fast` skips the files behind the first that failed.
final class RunSession: Sendable {
  private let pipelines: [Pipeline]
  private let runs: [PlannedRun]
  private let settings: RunSettings
  private let transport = CurlTransport(userAgent: "pipeline/\(Version.current)")
  private let scheduler = DispatchScheduler()
  private let renderer: DiagnosticRenderer
  private let current = Mutex<PipelineRun?>(nil)
  private let cancellation = Mutex<CancellationReason?>(nil)

  /// A pipeline with one of its cases.
  private struct PlannedRun: Sendable {
    let pipeline: Pipeline
    let inputSet: CaseDeclaration?

    func refusal(_ reason: RunRefusal.Reason, _ diagnostics: [Diagnostic] = []) -> RunRefusal {
      RunRefusal(of: pipeline, file: pipeline.source.name, case: inputSet, reason, diagnostics)
    }
  }

  init(_ pipelines: [Pipeline], settings: RunSettings) {
    self.pipelines = pipelines
    runs = pipelines.flatMap { pipeline in
      guard let cases = pipeline.cases else { return [PlannedRun(pipeline: pipeline, inputSet: nil)] }
      return cases.map { PlannedRun(pipeline: pipeline, inputSet: $0) }
    }
    self.settings = settings
    renderer = DiagnosticRenderer(isColored: settings.isColored)
  }

  /// Blocks until the last run has ended. Not to be called on the main thread, which `receiveOn: main` needs.
  func run() -> Int32 {
    do throws(FileError) {
      return run(try SessionReporters(settings.reports, shown: shown))
    } catch {
      return reportUnwritable(error)
    }
  }

  /// What a person is told by, and what writes the output; that goes nowhere where a report takes its place, which a program is
  /// to read.
  private var shown: [any Reporter] {
    var options = settings.terminal
    options.titles = runs.count > 1
    let terminal = TerminalReporter(output: StandardStream.error, options: options)
    if settings.reports.takesStandardOutput { return [terminal] }
    let layout: JSONValue.Layout = settings.isCompact ? .compact : .pretty
    return [terminal, OutputReporter(output: StandardStream.output, layout: layout)]
  }

  private func run(_ reporters: SessionReporters) -> Int32 {
    let unmocked = settings.usesMock ? pipelines.filter { $0.mock.isEmpty && $0.sendsRequests } : []
    if !unmocked.isEmpty {
      let diagnostics = runs.map { run in
        unmocked.contains { $0.source === run.pipeline.source } ? [noMock(run.pipeline)] : []
      }
      for pipeline in unmocked {
        UsageError("\(pipeline.source.name) has no mock section", hint: "--mock answers requests from it").report()
      }
      return refuse(diagnostics, .invalidFile, ExitStatus.invalidFile, reporters)
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
    let signals = SignalWatch { number, isFirst in self.receive(signal: number, isFirst: isFirst) }
    defer { signals.cancel() }
    let deadline = settings.deadline.map { time in DeadlineTimer(time) { self.end(.deadline) } }
    defer { deadline?.cancel() }
    var status = ExitStatus.success
    var count = 0
    for (planned, bound) in zip(runs, inputs) where cancellation.withLock({ $0 }) == nil {
      count += 1
      status = worse(status, run(planned, bound, reporters: reporters))
      if settings.failsFast, status != ExitStatus.success { end(.failFast) }
    }
    transport.shutdown()
    if count < runs.count, let reason = cancellation.withLock({ $0 }) {
      status = worse(status, reportSkipped(runs.count - count, reason))
      let left = runs[count...].map { $0.refusal(.ended(reason)) }
      reporters.refuse(left, mask: mask)
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

  private func run(_ planned: PlannedRun, _ bound: BoundInputs, reporters: SessionReporters) -> Int32 {
    let pipeline = planned.pipeline
    var options = RunOptions()
    options.fileDirectory = Paths.folder(of: pipeline.source.name)
    options.transfer = settings.transfer
    options.failsFast = settings.failsFast
    options.timeouts = settings.timeouts
    var mock: MockServer?
    if settings.usesMock {
      do {
        let server = try MockServer(for: pipeline, inputs: bound.values, environment: environmentObject())
        try server.start()
        options.mockURL = server.url
        mock = server
      } catch {
        StandardStream.error.write("pipeline: \(pipeline.source.name): \(error)\n")
        reporters.refuse([planned.refusal(.usage, [Diagnostic("\(error)")])], mask: SecretMask(bound.secrets))
        return ExitStatus.usage
      }
    }
    defer { mock?.stop() }
    let summary = SummaryReporter()
    let start = ContinuousClock.now
    let events = EventLog(reporters: reporters.all + [summary], mask: SecretMask(bound.secrets)) {
      ContinuousClock.now - start
    }
    let over = DispatchSemaphore(value: 0)
    do {
      let run = try PipelineRun(
        pipeline, case: planned.inputSet, inputs: bound.values, environment: environmentObject(), options: options,
        transport: transport, events: events, scheduler: scheduler)
      current.withLock { $0 = run }
      if let reason = cancellation.withLock({ $0 }) { run.cancel(reason) }
      run.start { over.signal() }
      over.wait()
      current.withLock { $0 = nil }
    } catch {
      report([error])
      reporters.refuse([planned.refusal(.usage, [error])], mask: SecretMask(bound.secrets))
      return ExitStatus.usage
    }
    events.finish()
    return summary.exitStatus
  }

  private func receive(signal number: Int32, isFirst: Bool) {
    // A second signal skips the teardown; where there is none left to skip, it ends the process at once.
    guard isFirst else {
      if current.withLock({ $0 })?.skipTeardown() == true { return }
      endProcess(128 + number)
    }
    end(.signal(number))
  }

  /// Cancels the run that is under way and starts no further one; the first reason counts, but for a signal.
  private func end(_ reason: CancellationReason) {
    let isFirst = cancellation.withLock { cancellation in
      defer { cancellation = reason.isSignal ? reason : cancellation ?? reason }
      return cancellation == nil
    }
    if isFirst || reason.isSignal { current.withLock { $0 }?.cancel(reason) }
  }

  private func report(_ diagnostics: [Diagnostic]) {
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

extension CancellationReason {
  fileprivate var isSignal: Bool {
    if case .signal = self { return true }
    return false
  }
}

/// The status of two runs together: a signal wins over all, then transport over checks.
func worse(_ first: Int32, _ second: Int32) -> Int32 { worseExitStatus(first, second) }
