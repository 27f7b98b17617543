/// The steps of a stage after what is above them.
@usableFromInline struct StageSource: Source {
  private let upstream: AnySource
  private let make: @Sendable (StageUse, StageExit) -> Receiver<Payload>
  let outputQueue: SerialQueue?

  @usableFromInline init(
    upstream: AnySource, make: @escaping @Sendable (StageUse, StageExit) -> Receiver<Payload>
  ) {
    self.upstream = upstream
    self.make = make
    outputQueue = upstream.outputQueue
  }

  func attach(_ edge: Link, in context: SerialQueue) {
    let home = outputQueue ?? context
    let (use, exit) = (StageUse(), StageExit(edge))
    let stage = FusedStage(steps: make(use, exit), hooks: use.hooks, exit: exit)
    edge.bind(stage, on: home, from: context)
    stage.upstream = upstream.connect(to: stage, on: home, in: context, from: context)
    for hooks in use.hooks { hooks.subscribed?() }
  }
}

/// One use of a stage: a value goes through all its steps in one turn.
///
/// Credit: it keeps asking upstream for as many values as downstream waits for, less the outputs that are held back, as
/// if each value gave one output. A step that gives none gives its credit back that way; one that gives several has
/// the surplus held at the exit.
private final class FusedStage: Inlet, Subscription {
  var upstream: Link?
  // Unchecked: no access lasts while a step runs.
  /// Nil once the stage is over.
  @exclusivity(unchecked) private var steps: Receiver<Payload>?
  private let hooks: [StageHooks]
  private let exit: StageExit
  /// Values asked of upstream that have not come.
  @exclusivity(unchecked) private var owed = Demand.none

  init(steps: Receiver<Payload>, hooks: [StageHooks], exit: StageExit) {
    self.steps = steps
    self.hooks = hooks
    self.exit = exit
  }

  func request(_ demand: Demand) {
    for hooks in hooks { hooks.requested?(demand) }
    exit.grant(demand)
    askUpstream()
  }

  func cancel() {
    stop()
    exit.clear()
    for hooks in hooks { hooks.cancelled?() }
  }

  func receive(_ value: consuming Payload, at port: Int) {
    owed -= .max(1)
    guard let steps else { return }
    if steps.receive(value) { askUpstream() } else { stop() }
  }

  func receive(_ arrivals: inout Arrivals, at port: Int) {
    guard let steps else { return }
    let before = arrivals.left
    while let value = arrivals.next() {
      guard steps.receive(value) else { return stop() }
    }
    owed -= .max(before - arrivals.left)
    askUpstream()
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    let steps = steps.take()
    steps?.complete(completion)
  }

  func edgeName(at port: Int) -> String { "steps" }

  private func stop() {
    steps = nil
    let upstream = upstream.take()
    upstream?.cancel()
  }

  private func askUpstream() {
    let wanted = exit.wanted
    guard wanted > owed, let upstream else { return }
    let more = wanted.isUnlimited ? wanted : wanted - owed
    owed = wanted
    upstream.request(more)
  }
}

/// Where a stage's results leave it, as credit allows.
@usableFromInline final class StageExit {
  private let downstream: Link
  /// Credit from downstream that is not spent.
  @exclusivity(unchecked) private var demand = Demand.none
  @exclusivity(unchecked) private var held = Ring<Payload>()
  @exclusivity(unchecked) private var end: Completion?

  init(_ downstream: Link) { self.downstream = downstream }

  /// Credit for which nothing is held.
  var wanted: Demand { demand - .max(held.count) }

  @usableFromInline func send(_ value: consuming Payload) {
    if held.isEmpty, demand.spend() {
      downstream.send(value)
    } else {
      held.append(value)
      downstream.noteHeld(held.count)
    }
  }

  @usableFromInline func send(completion: Completion) {
    if held.isEmpty { downstream.send(completion: completion) } else { end = completion }
  }

  func grant(_ credit: Demand) {
    demand += credit
    while !held.isEmpty, demand.spend() {
      if let value = held.popFirst() { downstream.send(value) }
    }
    if held.isEmpty, let end = end.take() { downstream.send(completion: end) }
  }

  func clear() {
    held = Ring()
    end = nil
  }
}
