import CurlTransport
import Diagnostics
import Dispatch
import Files
import MockServer
import PipelineLanguage
import PipelineRuntime
import RunEvents
import Streams

/// One planned run, begun as often as it takes. Each time it has everything of its own but the connections.
struct SingleRun {
  private let planned: PlannedRun
  private let inputs: BoundInputs
  private let settings: RunSettings
  private let transport: CurlTransport
  private let scheduler: DispatchScheduler
  private let reporter: TurnReporter

  /// How an attempt ended.
  struct End {
    let status: Int32
    let mayBeTriedAgain: Bool
  }

  init(
    _ planned: PlannedRun, _ inputs: BoundInputs, settings: RunSettings, transport: CurlTransport,
    scheduler: DispatchScheduler, reporter: TurnReporter
  ) {
    self.planned = planned
    self.inputs = inputs
    self.settings = settings
    self.transport = transport
    self.scheduler = scheduler
    self.reporter = reporter
  }

  /// Blocks until it has ended and all of it is with the reporter.
  ///
  /// - Parameters:
  ///   - attempt: From 1.
  ///   - began: is given the run before it starts.
  ///   - refused: is told why it cannot begin.
  func run(attempt: Int, began: (PipelineRun) -> Void, refused: (RunRefusal) -> Void) -> End {
    var planned = planned
    if settings.attempts > 1 { planned.suite.attempt = Ordinal(attempt, of: settings.attempts) }
    let pipeline = planned.pipeline
    var options = RunOptions()
    options.fileDirectory = Paths.folder(of: pipeline.source.name)
    options.transfer = settings.transfer
    options.failsFast = settings.failsFast
    options.timeouts = settings.timeouts
    func refuse(_ diagnostic: Diagnostic, as text: String) -> End {
      reporter.act { StandardStream.error.write(text) }
      refused(planned.refusal(.usage, [diagnostic]))
      return End(status: ExitStatus.usage, mayBeTriedAgain: false)
    }
    let summary = SummaryReporter()
    let start = ContinuousClock.now
    let events = EventLog(reporters: [reporter, summary], mask: SecretMask(inputs.secrets, named: inputs.namedSecrets))
    {
      ContinuousClock.now - start
    }
    var mock: MockServer?
    if settings.usesMock {
      do {
        let server = try MockServer(
          for: pipeline, inputs: inputs.values, environment: environmentObject(), secrets: MockSecrets(hiddenBy: events)
        )
        try server.start()
        options.mockURL = server.url
        mock = server
      } catch {
        return refuse(Diagnostic("\(error)"), as: "pipeline: \(pipeline.source.name): \(error)\n")
      }
    }
    defer { mock?.stop() }
    let over = DispatchSemaphore(value: 0)
    do {
      let run = try PipelineRun(
        pipeline, case: planned.inputSet, at: planned.suite, inputs: inputs.values, environment: environmentObject(),
        options: options, transport: transport, events: events, scheduler: scheduler)
      began(run)
      run.start { over.signal() }
      over.wait()
    } catch {
      return refuse(error, as: DiagnosticRenderer.forStandardError(isColored: settings.isColored).render(error))
    }
    events.finish()
    return End(status: summary.exitStatus, mayBeTriedAgain: summary.mayBeTriedAgain)
  }
}

extension MockSecrets {
  /// What the stand-in's replies make of secrets is masked in the log.
  fileprivate init(hiddenBy log: EventLog) {
    self.init(twin: { log.mask.twin(of: $0) }, tell: { hide($0, twins: $1, of: $2, in: log) })
  }
}
