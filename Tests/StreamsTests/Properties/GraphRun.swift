import Streams

/// One run of a random graph on some scheduler, and what is to be said against it.
final class GraphRun: Sendable {
  let graph: GraphPlan
  let shop: Workshop
  let probes: [OutputProbe]
  private let logs: [ArrivalLog?]
  private let shared: [Multicast<Grain>]
  private let streams: [PlanBuilder.Stream]

  init(_ graph: GraphPlan, on scheduler: any Scheduler, tick: Duration, keepsJournal: Bool) {
    let shop = Workshop(scheduler: scheduler, queues: graph.queues, tick: tick, keepsJournal: keepsJournal)
    self.graph = graph
    self.shop = shop
    var builder = PlanBuilder(shop: shop)
    let uses = graph.uses
    for (index, node) in graph.shared.enumerated() {
      builder.shared.append(
        builder.build(node.plan).multicast(
          on: shop.queue(node.queue), label: "S\(index)", capacity: node.capacity,
          replay: node.replay || uses[index].hasLate))
    }
    shared = builder.shared
    logs = graph.outputs.map { output in
      if case .arrival = output.content { ArrivalLog(shop) } else { nil }
    }
    var streams: [PlanBuilder.Stream] = []
    for (output, log) in zip(graph.outputs, logs) { streams.append(builder.build(output, log)) }
    self.streams = streams
    probes = graph.outputs.enumerated().map { index, output in
      let home = output.home.map { shop.queue($0) } ?? shop.queue(output.queue)
      return OutputProbe("out\(index)", credit: output.credit, home: home, shop: shop)
    }
  }

  /// Subscribes every output, and has the shared streams start when all their consumers are there.
  func start() {
    for (output, (probe, stream)) in zip(graph.outputs, zip(probes, streams)) {
      probe.consume(stream, on: shop.queue(output.queue))
    }
    let uses = graph.uses
    var waiting: [Multicast<Grain>] = []
    for (index, node) in graph.shared.enumerated() {
      if node.countsConsumers {
        shared[index].connect(expecting: uses[index].early)
      } else {
        waiting.append(shared[index])
      }
    }
    Self.connect(waiting, shop.queues[0])
  }

  /// The last first: it may be a consumer of those before it.
  private static func connect(_ nodes: [Multicast<Grain>], _ queue: SerialQueue) {
    guard let last = nodes.last else { return }
    queue.scheduler.whenIdle(on: queue) {
      last.connect(expecting: 0)
      connect(nodes.dropLast(), queue)
    }
  }

  /// Ends what has not ended by itself.
  func stop() {
    for probe in probes { probe.cancel() }
    for node in shared { node.cancel() }
  }

  /// What is wrong with what was heard.
  func problems() -> [String] {
    guard let outcomes = graph.sharedOutcomes else { return ["no outcome"] }
    var problems = probes.flatMap(\.problems)
    for (index, output) in graph.outputs.enumerated() {
      let heard = probes[index].outcome
      switch output.content {
      case .determinate(let plan):
        guard let expected = plan.outcome(shared: outcomes) else { return ["no outcome"] }
        problems += compare(heard, expected, index)
      case .arrival(let arrival, let steps):
        guard let log = logs[index] else { continue }
        problems += check(arrival, steps, log, outcomes, heard, index)
      }
    }
    return problems
  }

  private func compare(_ heard: Outcome, _ expected: Outcome, _ index: Int) -> [String] {
    if heard == expected { return [] }
    // A cancel may come anywhere.
    if graph.outputs[index].cancelTime != nil, heard.end == .never,
      heard.values == Array(expected.values.prefix(heard.values.count))
    {
      return []
    }
    return ["out\(index) heard    \(heard)", "out\(index) expected \(expected)"]
  }

  private func check(
    _ arrival: Arrival, _ steps: [Step], _ log: ArrivalLog, _ shared: [Outcome], _ heard: Outcome, _ index: Int
  ) -> [String] {
    let output = graph.outputs[index]
    var problems: [String] = []
    let models = arrival.plans.compactMap { $0.outcome(shared: shared) }
    // What arrived is what the inputs had to give.
    let inputs = if case .join = arrival.kind { models.count } else { 1 }
    for (input, model) in models.prefix(inputs).enumerated() {
      let arrived = log.outcome(of: input)
      if arrived.end == .never ? !model.values.starts(with: arrived.values) : arrived != model {
        problems.append("input \(input) gave \(arrived) and not \(model)")
      }
    }
    if case .flatMap(let max) = arrival.kind, log.mostAtOnce > max {
      problems.append("out\(index): \(log.mostAtOnce) inner streams at once")
    }
    guard let arrived = arrival.outcome(of: log, plans: models, in: shop) else { return problems }
    if arrival.dropsAtFailure, !output.credit.isUnlimited, arrived.end.isFailure {
      // How far it came before the failure depends on its credit.
      let isBeginning =
        arrived.values.starts(with: heard.values) && (heard.end == arrived.end || output.cancelTime != nil)
      return isBeginning ? problems : problems + compare(heard, arrived, index)
    }
    var expected: Outcome? = arrived
    for step in steps { expected = expected.flatMap(step.applied(to:)) }
    if let expected { problems += compare(heard, expected, index) }
    // Nothing that ends everywhere else may go on for ever.
    if output.cancelTime == nil, heard.end == .never, models.allSatisfy({ $0.end != .never }) {
      problems.append("out\(index) never ended")
    }
    return problems
  }
}

extension PlanBuilder {
  fileprivate func build(_ output: OutputPlan, _ log: ArrivalLog?) -> Stream {
    switch output.content {
    case .determinate(let plan): return build(plan)
    case .arrival(let arrival, let steps):
      guard let log else { preconditionFailure("what arrives here is not observed") }
      // Observed on the very queue on which the operator takes it.
      let home = shop.queue(output.queue)
      let inputs = arrival.plans.map { build($0).receive(on: home) }
      let stream: Stream
      switch arrival.kind {
      case .join(let join): stream = self.join(join, inputs.map(log.observing))
      case .flatMap(let max):
        stream = inner(.arrival(max: max), log.observing(inputs[0]), observed(Array(inputs.dropFirst()), log))
      case .debounce(let ticks): stream = log.observing(inputs[0]).debounce(for: shop.offBeat(ticks))
      case .throttle(let ticks, let latest):
        stream = log.observing(inputs[0]).throttle(for: shop.offBeat(ticks), latest: latest)
      case .timeout(let ticks):
        stream = log.observing(inputs[0]).timeout(
          shop.offBeat(ticks), fallback: inputs.count > 1 ? inputs[1] : nil)
      case .switchMap: stream = inner(.switched, log.observing(inputs[0]), observed(Array(inputs.dropFirst()), log))
      }
      return steps.reduce(stream) { build($1, over: $0) }
    }
  }

  private func observed(_ inners: [Stream], _ log: ArrivalLog) -> @Sendable (Grain) throws -> Stream {
    let transform = transform(inners, throwsAt: 0)
    return { log.observing(try transform($0)) }
  }
}

extension OutputPlan {
  /// The queue that the end of its stream is moved to, where it is.
  fileprivate var home: Int? {
    switch content {
    case .determinate(let plan): plan.home
    // Its inputs are all led to its own queue.
    case .arrival: nil
    }
  }
}
