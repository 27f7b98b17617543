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
/// Nothing is sent before every file, every input and every upload of all of them has been looked at.
final class RunSession: Sendable {
  private let pipelines: [Pipeline]
  private let settings: RunSettings
  private let transport = CurlTransport(userAgent: "pipeline/\(Version.current)")
  private let scheduler = DispatchScheduler()
  private let renderer: DiagnosticRenderer
  private let current = Mutex<PipelineRun?>(nil)
  private let cancellation = Mutex<CancellationReason?>(nil)

  init(_ pipelines: [Pipeline], settings: RunSettings) {
    self.pipelines = pipelines
    self.settings = settings
    renderer = DiagnosticRenderer(isColored: settings.isColored)
  }

  /// Blocks until the last run has ended. Not to be called on the main thread, which `receiveOn: main` needs.
  func run() -> Int32 {
    let workingDirectory = (try? FileSystem.currentFolder()) ?? "."
    var inputs: [BoundInputs] = []
    for pipeline in pipelines {
      let folder = Paths.resolve(Paths.folder(of: pipeline.source.name), against: workingDirectory)
      let bound = bindInputs(
        of: pipeline, from: settings.inputs, fileDirectory: folder, workingDirectory: workingDirectory)
      inputs.append(bound)
    }
    let faults = inputs.flatMap(\.faults)
    if !faults.isEmpty {
      report(faults)
      return ExitStatus.usage
    }
    let missing = zip(pipelines, inputs).flatMap {
      missingFiles(of: $0, inputs: $1.values, folder: Paths.folder(of: $0.source.name))
    }
    if !missing.isEmpty {
      report(missing)
      return ExitStatus.transport
    }
    let reporters = SessionReporters(settings, runs: pipelines.count)
    let signals = SignalWatch { number, isFirst in self.receive(signal: number, isFirst: isFirst) }
    defer { signals.cancel() }
    var status = ExitStatus.success
    for (pipeline, bound) in zip(pipelines, inputs) where cancellation.withLock({ $0 }) == nil {
      status = worse(status, run(pipeline, bound, reporters: reporters))
    }
    transport.shutdown()
    return worse(status, reporters.close())
  }

  private func run(_ pipeline: Pipeline, _ bound: BoundInputs, reporters: SessionReporters) -> Int32 {
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
        pipeline, inputs: bound.values, environment: environmentObject(), options: options, transport: transport,
        events: events, scheduler: scheduler)
      current.withLock { $0 = run }
      if let reason = cancellation.withLock({ $0 }) { run.cancel(reason) }
      let deadline = settings.deadline.map { DeadlineTimer($0) { run.cancel(.deadline) } }
      run.start { over.signal() }
      over.wait()
      deadline?.cancel()
      current.withLock { $0 = nil }
    } catch {
      report([error])
      return ExitStatus.usage
    }
    events.finish()
    return summary.exitStatus
  }

  private func receive(signal number: Int32, isFirst: Bool) {
    guard isFirst else { endProcess(128 + number) }
    cancellation.withLock { $0 = .signal(number) }
    current.withLock { $0 }?.cancel(.signal(number))
  }

  private func report(_ diagnostics: [Diagnostic]) {
    for diagnostic in diagnostics { StandardStream.error.write(renderer.render(diagnostic)) }
  }
}

/// The status of two runs together: a signal wins over all, then transport over checks.
func worse(_ first: Int32, _ second: Int32) -> Int32 {
  let order = [ExitStatus.success, ExitStatus.check, ExitStatus.transport, ExitStatus.invalidFile, ExitStatus.usage]
  let rank: (Int32) -> Int = { order.firstIndex(of: $0) ?? order.count }
  return rank(second) > rank(first) ? second : first
}
