/// One step after what is above it. Attached, it takes all the steps above that may share its stage along.
struct FusedSource: Source {
  private let upstream: AnySource
  private let step: StageStep
  let outputQueue: SerialQueue?

  init(upstream: AnySource, step: StageStep) {
    self.upstream = upstream
    self.step = step
    outputQueue = upstream.outputQueue
  }

  var fusion: (step: StageStep, upstream: AnySource)? { (step, upstream) }

  func attach(_ edge: Link, in context: SerialQueue) {
    var steps = [step]
    var top = upstream
    while let (step, upstream) = top.fusion {
      steps.append(step)
      top = upstream
    }
    steps.reverse()
    let home = outputQueue ?? context
    let stage = FusedStage(steps: steps, downstream: edge)
    edge.bind(stage, on: home, from: context)
    stage.upstream = top.connect(to: stage, on: home, in: context, from: context)
    for step in steps { step.hooks?.subscribed?() }
  }
}

/// One use of a run of steps: a value goes through all of them in one turn.
///
/// Credit: it keeps asking upstream for as many values as downstream waits for, less the outputs that are held back, as
/// if each value gave one output. A step that gives none gives its credit back that way; one that gives several has
/// the surplus held here.
private final class FusedStage: Inlet, Subscription {
  private let steps: [StageStep.Use]
  private let hooks: [StageHooks]
  private let downstream: Link
  var upstream: Link?

  /// Credit from downstream that is not spent.
  private var demand = Demand.none
  /// Values asked of upstream that have not come.
  private var owed = Demand.none
  private var held = Ring<Payload>()
  private var end: Completion?

  init(steps: [StageStep], downstream: Link) {
    self.steps = steps.map { $0.make() }
    hooks = steps.compactMap(\.hooks)
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

  func receive(_ value: consuming Payload, at port: Int) {
    owed -= .max(1)
    var value = value
    var index = 0
    while index < steps.count {
      let outcome = steps[index].receive(value)
      index += 1
      switch outcome {
      case .one(let next): value = next
      case .none: return askUpstream()
      case .many(let values):
        passOn([.values(values[...], from: index)])
        return askUpstream()
      case .ended(let values, let completion):
        return passOn([.end(completion, from: index), .values(values[...], from: index)])
      }
    }
    emit(value)
    askUpstream()
  }

  func receive(completion: Completion, at port: Int) {
    upstream = nil
    passOn([.end(completion, from: 0)])
  }

  /// What is still to go through the steps from `from` on. The last of a list goes first.
  private enum Rest {
    case values(ArraySlice<Payload>, from: Int)
    case end(Completion, from: Int)
  }

  /// Several values, or the end, from the middle of the stage: deepest first, as nested calls would do it.
  private func passOn(_ rest: [Rest]) {
    var rest = rest
    while let next = rest.popLast() {
      switch next {
      case .end(let completion, let index):
        let index = steps[index...].firstIndex { $0.complete != nil } ?? steps.count
        guard index < steps.count, let complete = steps[index].complete else { return finish(completion) }
        let (values, end) = complete(completion)
        rest = [.end(end, from: index + 1), .values(values[...], from: index + 1)]
      case .values(var values, let index):
        guard let value = values.popFirst() else { continue }
        if index == steps.count {
          emit(value)
          for value in values { emit(value) }
          continue
        }
        if !values.isEmpty { rest.append(.values(values, from: index)) }
        switch steps[index].receive(value) {
        case .none: break
        case .one(let value): rest.append(.values([value], from: index + 1))
        case .many(let values): rest.append(.values(values[...], from: index + 1))
        case .ended(let values, let completion):
          // What is left above this step is not wanted any more.
          rest = [.end(completion, from: index + 1), .values(values[...], from: index + 1)]
        }
      }
    }
  }

  private func emit(_ value: consuming Payload) {
    if held.isEmpty, demand.spend() { downstream.send(value) } else { held.append(value) }
  }

  private func drain() {
    while !held.isEmpty, demand.spend() {
      if let value = held.popFirst() { downstream.send(value) }
    }
    if held.isEmpty, let end = end.take() { downstream.send(completion: end) }
  }

  private func finish(_ completion: Completion) {
    let upstream = upstream.take()
    upstream?.cancel()
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
