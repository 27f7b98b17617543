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
  private let description: RunDescription
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
    var isOver = false
  }

  /// Makes the run ready; nothing is started.
  ///
  /// - Throws: where a client's template cannot be evaluated.
  package init(
    _ pipeline: Pipeline, inputs: JSONObject, environment: JSONObject, options: RunOptions, transport: any Transport,
    events: EventLog, scheduler: any Scheduler
  ) throws(Diagnostic) {
    let description = RunDescription(of: pipeline)
    let variables = RunVariables(
      inputs: inputs, environment: environment,
      run: JSONObject([
        ("id", .string(description.id)),
        ("startedAt", .string(timestamp(description.startedAt))),
        ("file", .string(pipeline.source.name)), ("case", .null),
      ]))
    let clients = try bindClients(of: pipeline, variables: variables, options: options)
    context = RunContext(
      pipeline: pipeline, options: options, clients: clients, variables: variables, transport: transport,
      events: events, scheduler: scheduler)
    self.description = description
    output = RunOutput(pipeline)
    let context = context
    starts = pipeline.nodes.indices.map { context.start(ofNode: $0) }
    uses = NodeUses.all(of: pipeline, starts: starts)
    var takers = Array(repeating: 0, count: pipeline.nodes.count)
    for input in pipeline.nodes.flatMap(\.inputs) { takers[input] += 1 }
    state = Mutex(
      State(
        unfinished: Set(pipeline.nodes.indices), takers: takers,
        hasServed: Array(repeating: false, count: pipeline.nodes.count),
        hasFailedTaker: Array(repeating: false, count: pipeline.nodes.count)))
  }

  /// Starts every node. `completion` is called once, after the last event, on a queue of the run's.
  package func start(completion: @escaping @Sendable () -> Void) {
    context.events.append(.runStarted(description))
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
    for place in context.pipeline.dependencyOrder { build(place) }
    let consumed = context.pipeline.nodes.indices.map { consume($0) }
    // All edges are there before a source starts.
    for place in context.pipeline.nodes.indices {
      context.node(place).connect(expecting: uses[place].streams + (consumed[place] ? 1 : 0))
    }
  }

  /// Ends the run: all transfers are cancelled on the wire. Idempotent; the first reason counts.
  package func cancel(_ reason: CancellationReason) {
    let isFirst = state.withLock { state in
      guard state.cancellation == nil, !state.isOver else { return false }
      state.cancellation = reason
      return state.completion != nil && !state.isStarting
    }
    if isFirst { finishCancelled() }
  }

  // MARK: - Nodes

  private func build(_ place: Int) {
    let node = context.pipeline.nodes[place]
    let count = Counter()
    let starts = starts[place]
    let stream = context.stream(ofNode: place, starts).handleEvents(
      receiveSubscription: { if !starts.isEnd { self.context.events.append(.nodeStarted(node: place)) } },
      receiveOutput: { _ in count.increment() },
      receiveCompletion: { completion in
        switch completion {
        case .finished: self.end(place, .succeeded(values: count.value))
        case .failure(let error): self.fail(place, error)
        }
      },
      receiveCancel: { self.end(place, .cancelled) })
    let uses = uses[place]
    context.add(
      NodeStream(
        stream, queue: context.scheduler.makeQueue(label: node.name, qos: .default), label: node.name,
        keepsValues: uses.isLate, isAwaited: uses.isAwaited, largestEdge: context.options.largestEdge), at: place)
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

  private func fail(_ place: Int, _ error: any Error) {
    guard let error = error as? StepError else {
      let description = NodeDescription(context.pipeline.nodes[place], of: context.pipeline)
      let kind: RunFailure.Kind = error is StallError ? .stall : .custom
      let step = StepDescription(operation: "", label: description.name, place: description.place)
      end(place, .failed(RunFailure(kind: kind, message: "\(error)", node: place, step: step)))
      return
    }
    let isOwn = error.failure.node == place
    if error.isSkip {
      end(place, .skipped(needs: isOwn ? nil : error.failure.node))
    } else {
      end(place, isOwn ? .failed(error.failure) : .blocked(by: error.failure.node))
    }
  }

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
      case .skipped: state.skipped.insert(node)
      case .failed: state.hasFailed = true
      case .blocked, .cancelled: break
      }
      for input in context.pipeline.nodes[node].inputs {
        state.takers[input] -= 1
        switch outcome {
        case .succeeded: state.hasServed[input] = true
        case .failed, .blocked, .cancelled: state.hasFailedTaker[input] = true
        // As if it had never been there.
        case .skipped: break
        }
        guard state.takers[input] == 0, !output.uses(input), state.unfinished.contains(input) else { continue }
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
      defer { state.completion = nil }
      return state
    }
    guard let ended else { return }
    if output.isWhole(endedWell: ended.endedWell.union(ended.skipped)),
      let value = output.valueAtEnd(context, skipped: ended.skipped)
    {
      context.events.append(.output(value))
    }
    context.events.append(.runFinished(ended.hasFailed ? .failed : .succeeded))
    context.tearDown()
    ended.completion?()
  }

  private func finishCancelled() {
    let ended = state.withLock {
      state -> (completion: (@Sendable () -> Void)?, nodes: [Int], reason: CancellationReason)? in
      guard !state.isOver, let reason = state.cancellation else { return nil }
      state.isOver = true
      return (state.completion.take(), state.unfinished.sorted(), reason)
    }
    guard let ended else { return }
    context.cancelAll()
    for place in ended.nodes { context.events.append(.nodeFinished(node: place, .cancelled)) }
    // Cancelling is a matter of later turns: requests end on the wire before the run does.
    let queue = context.scheduler.makeQueue(label: "end", qos: .default)
    context.scheduler.whenIdle(on: queue) {
      self.context.events.append(.runFinished(.cancelled(reason: ended.reason)))
      self.context.tearDown()
      ended.completion?()
    }
  }
}

/// Counts what passes on one queue, and is read there.
private final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() { count.add(1, ordering: .relaxed) }
}
