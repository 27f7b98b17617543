package import Diagnostics
package import HTTP
package import PipelineLanguage
package import RunEvents
package import Streams
import Synchronization
package import Values

/// One run of a pipeline: binds its steps to streams, starts them, and ends when every node has.
///
/// Everything that happens is appended to `events`, first `runStarted`, last `runFinished`. Usable from any thread.
package final class PipelineRun: Sendable {
  private let context: RunContext
  /// `nil` for a pipeline that another runs.
  private let description: RunDescription?
  private let state: Mutex<State>
  private let output: RunOutput
  private let starts: [NodeStart]
  /// For each node, who takes its values.
  private let uses: [NodeUses]

  private struct State {
    var unfinished: Set<Int>
    var endedWell: Set<Int> = []
    var skipped: Set<Int> = []
    /// For each node, how many of those that take from it have not ended.
    var takers: [Int]
    /// For each node, whether one that took from it has ended well.
    var hasServed: [Bool]
    /// For each node, whether one that took from it could not go on.
    var hasFailedTaker: [Bool]
    var isStarting = false
    var hasFailed = false
    var cancellation: CancellationReason?
    var completion: (@Sendable () -> Void)?
    /// Whether all nodes but those of the teardown have ended.
    var isOver = false
    var teardown: Teardown?
    var skipsTeardown = false
  }

  /// Makes the run ready; nothing is started.
  ///
  /// - Throws: where a client's template cannot be evaluated.
  package convenience init(
    _ pipeline: Pipeline, case row: CaseDeclaration? = nil, at suite: SuitePlace = .alone, inputs: JSONObject,
    environment: JSONObject, options: RunOptions, transport: any Transport,
    events: EventLog, scheduler: any Scheduler
  ) throws(Diagnostic) {
    var nodes: [NodeDescription] = []
    let places = ReportPlaces.of(pipeline, in: &nodes)
    let description = RunDescription(of: pipeline, case: row, at: suite, nodes: nodes)
    let variables = RunVariables(
      inputs: inputs, environment: environment,
      run: JSONObject([
        ("id", .string(description.id)),
        ("startedAt", .string(timestamp(description.startedAt))),
        ("file", .string(pipeline.source.name)),
        ("case", row.map { .number(JSONNumber($0.number)) } ?? .null),
      ]))
    try self.init(
      pipeline, description, variables, options, transport: transport, report: RunReport(events, places: places),
      scheduler: scheduler)
  }

  /// Makes the run of a pipeline ready that a step of `outer` runs.
  convenience init(
    _ pipeline: Pipeline, inputs: JSONObject, in outer: RunContext, options: RunOptions, report: RunReport
  ) throws(Diagnostic) {
    var run = JSONObject()
    if case .object(let object)? = outer.variable("run")?.value { run = object }
    run["file"] = .string(pipeline.source.name)
    run["case"] = .null
    var environment = JSONObject()
    if case .object(let object)? = outer.variable("env")?.value { environment = object }
    // Of its own: whether nothing of this pipeline goes on is no matter of the others.
    let scheduler: any Scheduler = outer.scheduler is DispatchScheduler ? DispatchScheduler() : outer.scheduler
    try self.init(
      pipeline, nil, RunVariables(inputs: inputs, environment: environment, run: run), options,
      transport: outer.transport, report: report, scheduler: scheduler)
  }

  private init(
    _ pipeline: Pipeline, _ description: RunDescription?, _ variables: RunVariables, _ options: RunOptions,
    transport: any Transport, report: RunReport, scheduler: any Scheduler
  ) throws(Diagnostic) {
    let variables = variables.traced(by: report)
    let clients = try bindClients(of: pipeline, variables: variables, options: options, report: report)
    context = RunContext(
      pipeline: pipeline, options: options, clients: clients, variables: variables, transport: transport,
      report: report, scheduler: scheduler)
    self.description = description
    output = RunOutput(pipeline)
    let context = context
    starts = pipeline.nodes.indices.map { context.start(ofNode: $0) }
    uses = NodeUses.all(of: pipeline, starts: starts)
    var takers = Array(repeating: 0, count: pipeline.nodes.count)
    for input in pipeline.nodes[pipeline.mainNodes].flatMap(\.inputs) { takers[input] += 1 }
    state = Mutex(
      State(
        unfinished: Set(pipeline.mainNodes), takers: takers,
        hasServed: Array(repeating: false, count: pipeline.nodes.count),
        hasFailedTaker: Array(repeating: false, count: pipeline.nodes.count)))
  }

  /// Starts every node. `completion` is called once, after the last event, on a queue of the run's.
  package func start(completion: @escaping @Sendable () -> Void) {
    if let description { context.events.append(.runStarted(description)) }
    let isCancelled = state.withLock { state in
      state.completion = completion
      state.isStarting = true
      return state.cancellation != nil
    }
    // As a turn of the scheduler's: it is not idle before all subscriptions are through.
    context.scheduler.makeQueue(label: "start", qos: .default).async {
      if !isCancelled { self.connectNodes() }
      // Whoever cancelled meanwhile left the rest to this.
      let mustEnd = self.state.withLock { state in
        state.isStarting = false
        return state.cancellation != nil
      }
      if mustEnd { self.finishCancelled() }
    }
  }

  private func connectNodes() {
    let main = context.pipeline.mainNodes
    for place in context.pipeline.dependencyOrder where main.contains(place) { build(place) }
    let consumed = main.map { consume($0) }
    // All edges are there before a source starts.
    for place in main {
      context.node(place).connect(expecting: uses[place].streams + (consumed[place] ? 1 : 0))
    }
  }

  /// Ends the run: all transfers are cancelled on the wire, then the teardown runs. Idempotent; the first reason counts.
  ///
  /// During the teardown a signal changes what the run's end is told to be, a deadline ends the teardown too.
  package func cancel(_ reason: CancellationReason) {
    let (isFirst, teardown) = state.withLock { state -> (Bool, Teardown?) in
      guard state.cancellation == nil else { return (false, nil) }
      if state.isOver {
        guard state.teardown != nil, reason != .failFast else { return (false, nil) }
        state.cancellation = reason
        return (false, reason == .deadline ? state.teardown : nil)
      }
      state.cancellation = reason
      return (state.completion != nil && !state.isStarting, nil)
    }
    if isFirst { finishCancelled() }
    teardown?.cancel()
  }

  /// Ends the teardown, or lets it not begin. Tells whether there is one that has not ended.
  package func skipTeardown() -> Bool {
    let hasNested = context.nestedRuns.skipTeardowns()
    guard !context.pipeline.teardown.isEmpty else { return hasNested }
    let (isFirst, teardown) = state.withLock { state in
      defer { state.skipsTeardown = true }
      return (!state.skipsTeardown, state.teardown)
    }
    return (teardown?.cancel() ?? isFirst) || hasNested
  }

  /// How many pipelines its nodes run at this time.
  package var nestedRunCount: Int { context.nestedRuns.count }

  // MARK: - Nodes

  private func build(_ place: Int) {
    let node = context.stream(place, starts[place], uses[place]) { outcome in self.end(place, outcome) }
    if uses[place].servesTeardown { node.keepResult() }
  }

  /// The run's own use of a node: where its values are part of the output, and where nobody else would take them, or
  /// perhaps nobody, since all who do may be skipped. Tells whether there is one.
  private func consume(_ place: Int) -> Bool {
    let isOutput = output.uses(place)
    guard isOutput || uses[place].mayBeLeftAlone else { return false }
    let node = context.node(place)
    node.consume { value in
      guard isOutput else { return }
      if let value = self.output.valueNow(value.value) {
        self.context.events.append(.output(value))
      } else {
        node.record(value.value)
      }
    }
    return true
  }

  // MARK: - Ends

  private func end(_ place: Int, _ outcome: NodeOutcome) {
    let (left, isLast, failsFast) = state.withLock { state in
      guard !state.isOver, state.unfinished.contains(place) else { return (LeftNodes(), false, false) }
      let left = note(place, outcome, in: &state)
      return (left, state.unfinished.isEmpty, state.hasFailed && context.options.failsFast)
    }
    for node in left.unneeded { context.cancel(node: node) }
    for node in left.undriven {
      // What it has sent already counts: it may be about to end by itself.
      context.scheduler.whenIdle(on: context.node(node).queue) {
        self.context.cancel(node: node)
        self.end(node, .cancelled)
      }
    }
    if isLast {
      // The node's own consumers, the output among them, get their last values in turns that are already in line.
      context.scheduler.whenIdle(on: context.node(place).queue) { self.finish() }
    } else if failsFast {
      cancel(.failFast)
    }
  }

  /// Nodes from which nobody takes any more.
  private struct LeftNodes {
    /// None that took from them ended well, and some failed: they have ended, and their work has to be stopped.
    var unneeded: [Int] = []
    /// Nobody is there to ask for their values, so that they cannot come to an end by themselves.
    var undriven: [Int] = []
  }

  /// Notes the end of a node, and of those that now serve nobody.
  private func note(_ place: Int, _ outcome: NodeOutcome, in state: inout State) -> LeftNodes {
    var left = LeftNodes()
    var ended = [(node: place, outcome: outcome)]
    while let (node, outcome) = ended.popLast() {
      state.unfinished.remove(node)
      context.events.append(.nodeFinished(node: node, outcome))
      switch outcome {
      case .succeeded: state.endedWell.insert(node)
      case .skipped, .notSelected: state.skipped.insert(node)
      case .failed: state.hasFailed = true
      case .blocked, .cancelled: break
      }
      for input in context.pipeline.nodes[node].inputs {
        state.takers[input] -= 1
        switch outcome {
        case .succeeded: state.hasServed[input] = true
        case .failed, .blocked, .cancelled: state.hasFailedTaker[input] = true
        // As if it had never been there.
        case .skipped, .notSelected: break
        }
        guard state.takers[input] == 0, !output.uses(input), !uses[input].servesTeardown,
          state.unfinished.contains(input)
        else { continue }
        if !state.hasServed[input] {
          guard state.hasFailedTaker[input] else { continue }
          left.unneeded.append(input)
          ended.append((input, .cancelled))
        } else if uses[input].isAwaited || uses[input].streams > 0 {
          left.undriven.append(input)
        }
      }
    }
    return left
  }

  private func finish() {
    let ended = state.withLock { state -> State? in
      guard !state.isOver, state.cancellation == nil else { return nil }
      state.isOver = true
      return state
    }
    guard let ended else { return }
    if output.isWhole(endedWell: ended.endedWell.union(ended.skipped)),
      let value = output.valueAtEnd(context, skipped: ended.skipped)
    {
      context.events.append(.output(value))
    }
    tearDown(after: ended.hasFailed ? .failed : .succeeded)
  }

  private func finishCancelled() {
    let ended = state.withLock { state -> (nodes: [Int], reason: CancellationReason)? in
      guard !state.isOver, let reason = state.cancellation else { return nil }
      state.isOver = true
      return (state.unfinished.sorted(), reason)
    }
    guard let ended else { return }
    context.cancelAll()
    for place in ended.nodes { context.events.append(.nodeFinished(node: place, .cancelled)) }
    // Cancelling is a matter of later turns: requests end on the wire before the run does.
    let queue = context.scheduler.makeQueue(label: "end", qos: .default)
    context.scheduler.whenIdle(on: queue) { self.tearDown(after: .cancelled(reason: ended.reason)) }
  }

  /// Runs the teardown, then ends the run.
  private func tearDown(after outcome: RunOutcome) {
    // Those that were cancelled with it may have a teardown of their own.
    context.nestedRuns.whenOver { self.tearDownNow(after: outcome) }
  }

  private func tearDownNow(after outcome: RunOutcome) {
    guard !context.pipeline.teardown.isEmpty else { return end(outcome) }
    let teardown = Teardown(context, starts: starts) { self.end(self.outcome(outcome, and: $0)) }
    let isSkipped = state.withLock { state in
      state.teardown = teardown
      return state.skipsTeardown
    }
    if isSkipped { teardown.cancel() } else { teardown.start() }
  }

  /// What a run's end is where the teardown ended so. What was wrong before stays what is told.
  private func outcome(_ main: RunOutcome, and teardown: Teardown.Outcome) -> RunOutcome {
    let cancellation = state.withLock(\.cancellation)
    switch (main, cancellation) {
    case (.cancelled, _): return main
    case (_, .signal(let number)): return .cancelled(reason: .signal(number))
    case (.failed, _): return .failed
    case (.succeeded, let reason?): return .cancelled(reason: reason)
    case (.succeeded, nil): return teardown.hasFailed ? .failed : .succeeded
    }
  }

  private func end(_ outcome: RunOutcome) { context.nestedRuns.whenOver { self.endNow(outcome) } }

  private func endNow(_ outcome: RunOutcome) {
    context.events.append(.runFinished(outcome))
    context.letGo()
    let completion = state.withLock { state in
      state.teardown = nil
      return state.completion.take()
    }
    completion?()
  }
}
