extension GraphPlan {
  /// The smallest graph found that still fails, by trying what can be left out, one thing after the other.
  func shrunk(runs: Int = 600, _ fails: (GraphPlan) -> Bool) -> GraphPlan {
    var smallest = self
    var left = runs
    var hasShrunk = true
    while hasShrunk, left > 0 {
      hasShrunk = false
      for candidate in smallest.smaller where candidate.isValid {
        left -= 1
        if fails(candidate) {
          smallest = candidate
          hasShrunk = true
          break
        }
        if left == 0 { break }
      }
    }
    return smallest
  }

  /// Graphs with one thing less, the ones with the least first.
  private var smaller: [GraphPlan] {
    var all: [GraphPlan] = []
    func add(_ change: (inout GraphPlan) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    if outputs.count > 1 { for index in outputs.indices { add { $0.outputs.remove(at: index) } } }
    if let last = uses.last, last.early == 0, !last.hasLate { add { $0.shared.removeLast() } }
    for index in outputs.indices {
      if outputs[index].cancelTime != nil { add { $0.outputs[index].cancelTime = nil } }
      if !outputs[index].credit.isUnlimited { add { $0.outputs[index].credit = .unlimited } }
      for content in outputs[index].content.smaller { add { $0.outputs[index].content = content } }
    }
    for index in shared.indices { for plan in shared[index].plan.smaller { add { $0.shared[index].plan = plan } } }
    if queues > 1 { add { $0.queues -= 1 } }
    return all
  }
}

extension OutputPlan.Content {
  fileprivate var smaller: [OutputPlan.Content] {
    switch self {
    case .determinate(let plan): return plan.smaller.map { .determinate($0) }
    case .arrival(let arrival, let steps):
      var all: [OutputPlan.Content] = steps.indices.map { index in
        .arrival(arrival, steps: Array(steps[..<index] + steps[(index + 1)...]))
      }
      let least =
        switch arrival.kind {
        case .join: 0
        case .flatMap, .switchMap: 2
        case .debounce, .throttle, .timeout: 1
        }
      for plans in Plan.smaller(arrival.plans, least: least, isOuterFixed: least > 0) {
        all.append(.arrival(Arrival(kind: arrival.kind, plans: plans), steps: steps))
      }
      return all
    }
  }
}

extension Plan {
  /// Its parts, and itself with one part smaller.
  fileprivate var smaller: [Plan] {
    switch self {
    case .source(let source): return source.smaller.map { .source($0) }
    case .shared: return [.source(.just(1))]
    case .step(let step, let input): return [input] + input.smaller.map { .step(step, $0) }
    case .inner(let kind, let outer, let inners, let throwsAt):
      return [outer] + inners + outer.smaller.map { .inner(kind, $0, inners, throwsAt: throwsAt) }
        + Plan.smaller(inners, least: 1).map { .inner(kind, outer, $0, throwsAt: throwsAt) }
    case .expand(let outer, let emits, let delay):
      return [outer] + outer.smaller.map { .expand($0, emitsInputs: emits, delay: delay) }
    case .catching(let input, let handler, let throwsInstead):
      return [input, handler] + input.smaller.map { .catching($0, handler: handler, throwsInstead: throwsInstead) }
        + handler.smaller.map { .catching(input, handler: $0, throwsInstead: throwsInstead) }
    case .retry(let attempts, let times, let delay):
      return attempts + Plan.smaller(attempts, least: 1).map { .retry($0, times: times, delay: delay) }
        + (times > 1 ? [.retry(attempts, times: times - 1, delay: delay)] : [])
    case .waiting(let input, let others):
      return [input] + others + input.smaller.map { .waiting($0, for: others) }
        + Plan.smaller(others, least: 1).map { .waiting(input, for: $0) }
    case .join(let join, let inputs, let delayErrors):
      return inputs + Plan.smaller(inputs, least: 0).map { .join(join, $0, delayErrors: delayErrors) }
    }
  }

  /// One plan less, or one plan smaller.
  fileprivate static func smaller(_ plans: [Plan], least: Int, isOuterFixed: Bool = false) -> [[Plan]] {
    var all: [[Plan]] = []
    for index in plans.indices where plans.count > least && !(isOuterFixed && index == 0) {
      var copy = plans
      copy.remove(at: index)
      all.append(copy)
    }
    for index in plans.indices {
      for plan in plans[index].smaller {
        var copy = plans
        copy[index] = plan
        all.append(copy)
      }
    }
    return all
  }
}

extension PlanSource {
  fileprivate var smaller: [PlanSource] {
    switch self {
    case .just, .empty, .fail, .never, .throwing: return []
    case .sequence(let start, let count):
      return count > 1 ? [.sequence(from: start, count: count / 2), .sequence(from: start, count: count - 1)] : []
    case .script(let values, let end, let endTime):
      return values.indices.map { index in
        .script(Array(values[..<index] + values[(index + 1)...]), end: end, endTime: endTime)
      } + (end.isFailure ? [] : [.sequence(from: values.first?.value ?? 1, count: values.count)])
    case .ticks(let period, let count):
      return [.sequence(from: 0, count: count)] + (count > 1 ? [.ticks(period: period, count: count - 1)] : [])
    case .future(_, let value, let fails, _): return [fails ? .fail(value) : .just(value)]
    case .push(let start, let count, let capacity, let fails, let queue):
      let less = PlanSource.push(from: start, count: count / 2, capacity: capacity, fails: fails, queue: queue)
      return (fails ? [.fail(start)] : [.sequence(from: start, count: count)]) + (count > 0 ? [less] : [])
    }
  }
}
