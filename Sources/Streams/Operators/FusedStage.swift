/// A run of steps as one publisher: a value goes through all of them in one turn.
///
/// At most `longest` steps share a stage, since they call each other; a longer run continues in another one.
struct FusedPublisher<Input: Sendable, Output: Sendable>: Publisher {
  private let upstream: AnyPublisher<Input>
  private let step: FusedStep<Input, Output>
  let outputQueue: SerialQueue?

  private static var longest: Int { 32 }

  init(upstream: AnyPublisher<Input>, step: FusedStep<Input, Output>) {
    self.upstream = upstream
    self.step = step
    outputQueue = upstream.outputQueue
  }

  func fused<Next>(_ next: FusedStep<Output, Next>) -> AnyPublisher<Next> {
    if step.length + next.length > Self.longest {
      return FusedPublisher<Output, Next>(upstream: eraseToAnyPublisher(), step: next).eraseToAnyPublisher()
    }
    return FusedPublisher<Input, Next>(upstream: upstream, step: step.then(next)).eraseToAnyPublisher()
  }

  func attach(_ edge: Edge<Output>, in context: SerialQueue) {
    let home = outputQueue ?? context
    let stage = FusedStage(use: step.make(), hooks: step.hooks, downstream: edge)
    edge.bind(stage, on: home, from: context)
    stage.upstream = upstream.connect(to: stage, on: home, in: context, from: context)
    for hooks in step.hooks { hooks.subscribed?() }
  }
}

/// One use of a run of steps.
///
/// Credit: it keeps asking upstream for as many values as downstream waits for, less the outputs that are held back, as
/// if each value gave one output. A step that gives none gives its credit back that way; one that gives several has
/// the surplus held here.
private final class FusedStage<Input: Sendable, Output: Sendable>: Inlet, Subscription {
  private let use: FusedStep<Input, Output>.Use
  private let hooks: [StageHooks]
  private let downstream: Edge<Output>
  var upstream: Edge<Input>?

  /// Credit from downstream that is not spent.
  private var demand = Demand.none
  /// Values asked of upstream that have not come.
  private var owed = Demand.none
  private var held = Ring<Output>()
  private var end: Completion?

  init(use: FusedStep<Input, Output>.Use, hooks: [StageHooks], downstream: Edge<Output>) {
    self.use = use
    self.hooks = hooks
    self.downstream = downstream
  }

  func request(_ demand: Demand) {
    for hooks in hooks { hooks.requested?(demand) }
    self.demand += demand
    drain()
    askUpstream()
  }

  func cancel() {
    let upstream = upstream.take()
    upstream?.cancel()
    held = Ring()
    end = nil
    for hooks in hooks { hooks.cancelled?() }
  }

  func receive(_ value: Input, at port: Int) {
    owed -= .max(1)
    switch use.receive(value) {
    case .none: break
    case .one(let value): emit(value)
    case .many(let values): for value in values { emit(value) }
    case .ended(let values, let completion):
      let upstream = upstream.take()
      upstream?.cancel()
      for value in values { emit(value) }
      finish(completion)
      return
    }
    askUpstream()
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    let (values, completion) = use.complete(completion)
    for value in values { emit(value) }
    finish(completion)
  }

  private func emit(_ value: Output) {
    if held.isEmpty, demand.spend() { downstream.send(value) } else { held.append(value) }
  }

  private func drain() {
    while !held.isEmpty, demand.spend() {
      if let value = held.popFirst() { downstream.send(value) }
    }
    if held.isEmpty, let end = end.take() { downstream.send(completion: end) }
  }

  private func finish(_ completion: Completion) {
    if held.isEmpty { downstream.send(completion: completion) } else { end = completion }
  }

  private func askUpstream() {
    guard let upstream else { return }
    let wanted = demand - .max(held.count)
    if wanted > owed {
      let more = wanted.isUnlimited ? wanted : wanted - owed
      owed = wanted
      upstream.request(more)
    }
  }
}
