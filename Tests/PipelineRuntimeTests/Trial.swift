import Diagnostics
import HTTP
import PipelineLanguage
import PipelineRuntime
import RunEvents
import Streams
import Synchronization
import Testing
import Values

/// A pipeline text, run on virtual time against a scripted transport.
///
/// Whatever a test asks, the contract of the events is checked once the run is over.
final class Trial: Sendable {
  let scheduler = VirtualScheduler()
  let transport: ScriptedTransport
  let pipeline: Pipeline
  let run: PipelineRun
  let log: EventLog
  private let record = EventRecord()
  private let endings = Atomic<Int>(0)

  /// - Parameter script: Answers the requests; without one each gets its path as a JSON string.
  init(
    _ text: String, inputs: [(String, JSONValue)] = [], environment: [(String, JSONValue)] = [],
    only: Set<String>? = nil, options: RunOptions = RunOptions(), wants detail: EventDetail = .requests,
    script: @escaping ScriptedTransport.Script = { request, _ in .json("\"\(request.url)\"") }
  ) throws {
    let checked = try checkedPipeline(text)
    pipeline = only.map { checked.selecting($0) } ?? checked
    transport = ScriptedTransport(scheduler: scheduler, script: script)
    record.detail.withLock { $0 = detail }
    // The log has a queue of its own, on which it may live a moment longer than all else.
    let bound = bindInputs(of: pipeline, from: GivenInputs(), fileDirectory: "/", workingDirectory: "/")
    log = EventLog(
      reporters: [record], mask: SecretMask(bound.secrets), clock: { [weak scheduler] in scheduler?.now ?? .zero })
    var values = bound.values
    for (name, value) in inputs { values[name] = value }
    run = try PipelineRun(
      pipeline, inputs: values, environment: JSONObject(environment), options: options, transport: transport,
      events: log, scheduler: scheduler)
  }

  /// Starts it and runs to its end.
  @discardableResult
  static func run(
    _ text: String, inputs: [(String, JSONValue)] = [], only: Set<String>? = nil, options: RunOptions = RunOptions(),
    sourceLocation: Testing.SourceLocation = #_sourceLocation,
    script: @escaping ScriptedTransport.Script = { request, _ in .json("\"\(request.url)\"") }
  ) throws -> Trial {
    let trial = try Trial(text, inputs: inputs, only: only, options: options, script: script)
    trial.start()
    trial.finish(sourceLocation: sourceLocation)
    return trial
  }

  func start() { run.start { self.endings.add(1, ordering: .relaxed) } }

  /// Runs what can run, the clock standing still.
  func settle() { scheduler.run(until: scheduler.now) }

  /// Runs to the end, which has to come.
  func finish(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    scheduler.run()
    #expect(endings.load(ordering: .relaxed) == 1, "the run has to end, once", sourceLocation: sourceLocation)
    // With those of the pipelines that it runs.
    var nodes = pipeline.nodes.count
    if case .runStarted(let run)? = events.first?.kind { nodes = run.nodes.count }
    expectContract(events, nodes: nodes, sourceLocation: sourceLocation)
    #expect(transport.running == [], "no request outlives its run", sourceLocation: sourceLocation)
  }

  // MARK: What came of it

  var isOver: Bool { endings.load(ordering: .relaxed) > 0 }

  var events: [RunEvent] {
    log.flush()
    return record.events
  }

  /// Each value of the output as compact JSON.
  var output: [String] {
    events.compactMap { if case .output(let value) = $0.kind { value.text() } else { nil } }
  }

  /// How each node ended: `succeeded 3`, `failed expect`, `blocked by a`, `cancelled`, in declared order.
  var ends: [String] {
    var ends = Array(repeating: "nothing", count: pipeline.nodes.count)
    for event in events {
      if case .nodeFinished(let node, let outcome) = event.kind { ends[node] = text(of: outcome) }
    }
    return zip(pipeline.nodes, ends).map { "\($0.name): \($1)" }
  }

  func failure(of name: String) -> RunFailure? {
    for event in events {
      if case .nodeFinished(let node, .failed(let failure)) = event.kind, pipeline.nodes[node].name == name {
        return failure
      }
    }
    return nil
  }

  /// What `log` and `sink` said.
  var messages: [String] {
    events.compactMap { if case .message(_, _, let text) = $0.kind { text } else { nil } }
  }

  /// The failures that were put right, by their messages.
  var recoveries: [String] {
    events.compactMap { if case .recovered(_, _, let failure) = $0.kind { failure.message } else { nil } }
  }

  /// `attempt delay` of each further attempt.
  var retries: [String] {
    events.compactMap {
      if case .retrying(_, _, let attempt, let delay, _) = $0.kind { "\(attempt) \(delay)" } else { nil }
    }
  }

  /// Milliseconds of virtual time at which each request went out.
  var requestTimes: [Int] {
    events.compactMap { event in
      guard case .requestStarted = event.kind else { return nil }
      return milliseconds(event.time)
    }
  }

  var outputTimes: [Int] {
    events.compactMap { if case .output = $0.kind { milliseconds($0.time) } else { nil } }
  }

  var outcome: String {
    for event in events { if case .runFinished(let outcome) = event.kind { return "\(outcome)" } }
    return "none"
  }

  private func text(of outcome: NodeOutcome) -> String {
    switch outcome {
    case .succeeded(let values): "succeeded \(values)"
    case .failed(let failure): "failed \(failure.kind.rawValue)"
    case .blocked(let node): "blocked by \(pipeline.nodes[node].name)"
    case .skipped(let node): "skipped" + (node.map { ", needs \(pipeline.nodes[$0].name)" } ?? "")
    case .notSelected: "not selected"
    case .cancelled: "cancelled"
    }
  }
}

func milliseconds(_ time: Duration) -> Int {
  Int(time.components.seconds) * 1000 + Int(time.components.attoseconds / 1_000_000_000_000_000)
}

/// The pipeline of a text without mistakes.
func checkedPipeline(_ text: String) throws -> Pipeline {
  let pool = ExpressionPool()
  let parse = parsePipeline(SourceText(name: "p.yaml", bytes: Array(text.utf8)), expressions: pool)
  let mistakes = parse.diagnostics.filter { $0.severity == .error } + compile(pool)
  guard let pipeline = parse.pipeline, mistakes.isEmpty else { throw MistakenText(mistakes: mistakes.map(\.message)) }
  return pipeline
}

struct MistakenText: Error { let mistakes: [String] }

/// First the start, last the end, in between each node ends once, and nothing is told of a request but between its
/// start and its one end.
func expectContract(
  _ events: [RunEvent], nodes: Int, sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  var ends = Array(repeating: 0, count: nodes)
  var open: Set<Int> = []
  var isWhole = false
  for (place, event) in events.enumerated() {
    #expect(event.sequence == place, sourceLocation: sourceLocation)
    #expect(!isWhole, "nothing follows the run's end: \(event.kind)", sourceLocation: sourceLocation)
    switch event.kind {
    case .runStarted: #expect(place == 0, sourceLocation: sourceLocation)
    case .runFinished: isWhole = true
    case .nodeFinished(let node, _): ends[node] += 1
    case .requestStarted(let request):
      #expect(open.insert(request.id).inserted, sourceLocation: sourceLocation)
    case .requestFinished(let id, _), .requestFailed(let id, _), .requestCancelled(let id):
      #expect(open.remove(id) != nil, "a request ends once, after its start", sourceLocation: sourceLocation)
    default: break
    }
  }
  #expect(isWhole, "the run's end is told", sourceLocation: sourceLocation)
  #expect(ends == Array(repeating: 1, count: nodes), "each node ends once", sourceLocation: sourceLocation)
  #expect(open.isEmpty, "each request's end is told", sourceLocation: sourceLocation)
}

/// Keeps every event.
final class EventRecord: Reporter {
  private let kept = Mutex<[RunEvent]>([])
  let detail = Mutex(EventDetail.requests)

  var wanted: EventDetail { detail.withLock { $0 } }
  var events: [RunEvent] { kept.withLock { $0 } }

  func finish() {}

  func receive(_ event: RunEvent) { kept.withLock { $0.append(event) } }
}
