/// Draws plans whose outcomes are decided, each with its outcome.
///
/// A plan is built from its sources downward, so that what comes next can be chosen to fit: where a failure would make a
/// race of a join, it is put right above it.
struct PlanGenerator {
  typealias Sketch = (plan: Plan, outcome: Outcome)

  var dice: Dice
  /// What the shared streams made so far give.
  var shared: [Outcome] = []
  /// Longer outcomes are not gone on with.
  private let longest = 700

  init(seed: Int) { dice = Dice(seed: seed) }

  mutating func plan(depth: Int) -> Sketch {
    var sketch = depth > 0 && dice.chance(3, in: 5) ? branching(depth: depth) : source()
    for _ in 0..<dice.roll(5) {
      // The more there is above, the rarer.
      if depth > 0, dice.chance(1, in: 5) { sketch = widened(sketch, depth: depth) } else { sketch = stepped(sketch) }
    }
    return sketch
  }

  mutating func stepped(_ input: Sketch) -> Sketch {
    let step = step()
    return accepted(.step(step, input.plan), step.applied(to: input.outcome)) ?? input
  }

  private func accepted(_ plan: Plan, _ outcome: Outcome?) -> Sketch? {
    guard let outcome, outcome.values.count <= longest else { return nil }
    return (plan, outcome)
  }

  // MARK: Sources

  private mutating func source() -> Sketch {
    if !shared.isEmpty, dice.chance(2, in: 5) {
      let index = dice.roll(shared.count)
      return (.shared(index), shared[index])
    }
    let source = plainSource()
    return (.source(source), source.outcome)
  }

  /// How many values: mostly few, now and then more than an edge takes at once.
  private mutating func length() -> Int { dice.chance(1, in: 14) ? 60 + dice.roll(90) : dice.roll(9) }

  private mutating func plainSource() -> PlanSource {
    let number = dice.roll(1000)
    switch dice.roll(20) {
    case 0, 1: return .just(number)
    case 2, 3, 4, 5: return .sequence(from: number, count: length())
    case 6: return .empty
    case 7: return .fail(number)
    case 8: return dice.chance(1, in: 3) ? .never : .throwing(number)
    case 9, 10, 11, 12: return script()
    case 13, 14: return .ticks(period: 1 + dice.roll(4), count: 1 + dice.roll(5))
    case 15, 16: return .future(delay: dice.roll(12), value: number, fails: dice.chance(1, in: 5), queue: dice.roll(3))
    default:
      return .push(
        from: number, count: length(), capacity: 1 + dice.roll(6), fails: dice.chance(1, in: 5), queue: dice.roll(3))
    }
  }

  private mutating func script() -> PlanSource {
    var time = 0
    let values = (0..<dice.roll(7)).map { _ in
      time += dice.roll(6)
      return (time: time, value: dice.roll(1000))
    }
    let end: End = dice.chance(1, in: 4) ? .failed("s\(time)") : dice.chance(1, in: 12) ? .never : .finished
    return .script(values, end: end, endTime: time + dice.roll(6))
  }

  // MARK: Steps

  mutating func step() -> Step {
    let (number, divisor) = (dice.roll(1000), 2 + dice.roll(3))
    let rarely = dice.chance(1, in: 2) ? 0 : 5 + dice.roll(15)
    switch dice.roll(33) {
    case 0, 1: return .map(number)
    case 2, 3: return .tryMap(number, throwsAt: rarely)
    case 4: return .compactMap(dropping: divisor)
    case 5: return .filter(keeping: divisor)
    case 6: return .mapMany
    case 7: return .scan(number, throwsAt: rarely)
    case 8: return .reduce(number, throwsAt: rarely)
    case 9: return .collect
    case 10: return .collectBy(1 + dice.roll(4))
    case 11: return dice.chance(1, in: 2) ? .first : .firstWhere(divisor)
    case 12: return .last
    case 13, 14: return .prefix(dice.roll(7))
    case 15: return .dropFirst(dice.roll(4))
    case 16: return .removeDuplicates(modulo: divisor)
    case 17: return .count
    case 18: return .single
    case 19: return .replaceEmpty(number)
    case 20, 21: return .replaceError(number)
    case 22: return .mapError(number)
    case 23, 24: return .delay(dice.roll(8))
    case 25: return .debounce(1 + dice.roll(5))
    case 26: return .throttle(1 + dice.roll(5))
    case 27, 28: return .timeout
    case 29, 30: return .receiveOn(dice.roll(3))
    default: return .subscribeOn(dice.roll(3))
    }
  }

  /// A step that any stream may take, whatever it gives.
  mutating func anyStep() -> Step {
    while true {
      switch step() {
      case .debounce, .throttle, .timeout, .receiveOn, .subscribeOn: continue
      case let step: return step
      }
    }
  }

  // MARK: Several streams

  private mutating func plans(_ count: Int, depth: Int) -> [Sketch] { (0..<count).map { _ in plan(depth: depth) } }

  private mutating func branching(depth: Int) -> Sketch {
    switch dice.roll(12) {
    case 0, 1, 2, 3: return joined(.zip, depth: depth)
    case 4, 5: return joined(.concat, depth: depth)
    case 6: return joined(.merge, depth: depth)
    case 7: return joined(.latest, depth: depth)
    case 8: return joined(.race, depth: depth)
    case 9: return retried(depth: depth)
    default: return widened(plan(depth: depth - 1), depth: depth)
    }
  }

  private mutating func joined(_ join: Join, depth: Int) -> Sketch {
    var inputs = plans(dice.roll(5), depth: depth - 1)
    if let first = inputs.first, dice.chance(1, in: 4) { inputs.append(first) }
    switch join {
    case .concat: break
    case .zip: inputs = inputs.map { withoutFailure($0) }
    case .merge:
      // One speaks.
      for index in inputs.indices.dropFirst() where dice.chance(9, in: 10) { inputs[index] = silenced(inputs[index]) }
      inputs = inputs.map { withoutFailure($0, silently: true) }
    case .race: for index in inputs.indices.dropFirst() { inputs[index] = silenced(inputs[index]) }
    case .latest: inputs = inputs.map { withoutFailure(applied(.first, to: $0)) }
    }
    inputs.shuffle(using: &dice)
    let plan = Plan.join(join, inputs.map(\.plan), delayErrors: dice.chance(1, in: 5))
    return accepted(plan, join.applied(to: inputs.map(\.outcome))) ?? inputs.first ?? source()
  }

  private func applied(_ step: Step, to input: Sketch) -> Sketch {
    accepted(.step(step, input.plan), step.applied(to: input.outcome)) ?? input
  }

  private mutating func withoutFailure(_ input: Sketch, silently: Bool = false) -> Sketch {
    guard input.outcome.end.isFailure else { return input }
    if silently {
      return (
        .catching(input.plan, handler: .source(.empty), throwsInstead: false), Outcome(input.outcome.values, .finished)
      )
    }
    return applied(.replaceError(dice.roll(1000)), to: input)
  }

  /// The same without its values.
  private func silenced(_ input: Sketch) -> Sketch {
    input.outcome.values.isEmpty ? input : applied(.dropFirst(input.outcome.values.count), to: input)
  }

  private mutating func retried(depth: Int) -> Sketch {
    let times = dice.roll(4)
    let attempts = plans(1 + dice.roll(3), depth: depth - 1)
    let plan = Plan.retry(attempts.map(\.plan), times: times, delay: dice.roll(3) * dice.roll(4))
    return accepted(plan, plan.outcome(shared: shared)) ?? attempts[0]
  }

  private mutating func widened(_ input: Sketch, depth: Int) -> Sketch {
    switch dice.roll(12) {
    case 0, 1, 2: return mapped(input, .ordered(max: 1 + dice.roll(5)), depth: depth)
    case 3: return mapped(input, .concat, depth: depth)
    case 4: return mapped(withoutFailure(input), .arrival(max: 1), depth: depth)
    case 5: return mapped(withoutFailure(applied(.prefix(1), to: input)), .arrival(max: 1 + dice.roll(3)), depth: depth)
    case 6: return mapped(withoutFailure(applied(.prefix(1), to: input)), .switched, depth: depth)
    case 7:
      let outer = withoutFailure(input)
      let (emits, delay) = (dice.chance(1, in: 2), dice.roll(3))
      return accepted(
        .expand(outer.plan, emitsInputs: emits, delay: delay), Plan.expand(outer.outcome, emitsInputs: emits)) ?? outer
    case 8, 9:
      let handler = plan(depth: depth - 1)
      let caught = Plan.catching(input.plan, handler: handler.plan, throwsInstead: dice.chance(1, in: 6))
      return accepted(caught, caught.outcome(shared: shared)) ?? input
    default:
      let input = withoutFailure(input)
      let others = plans(1 + dice.roll(3), depth: depth - 1)
      let waiting = Plan.waiting(input.plan, for: others.map(\.plan))
      return accepted(waiting, Plan.waiting(input.outcome, others.map(\.outcome))) ?? input
    }
  }

  private mutating func mapped(_ input: Sketch, _ kind: InnerKind, depth: Int) -> Sketch {
    var inners = plans(1 + dice.roll(3), depth: depth - 1)
    if case .arrival = kind { inners = inners.map { withoutFailure($0) } }
    var throwsAt = 0
    if case .arrival = kind {} else if dice.chance(1, in: 6) { throwsAt = 5 + dice.roll(10) }
    return accepted(
      .inner(kind, input.plan, inners.map(\.plan), throwsAt: throwsAt),
      Plan.inner(kind, input.outcome, inners.map(\.outcome), throwsAt: throwsAt)) ?? input
  }
}

extension GraphPlan {
  /// The graph of that number.
  init(seed: Int) {
    var generator = PlanGenerator(seed: seed)
    self.init(seed: seed, queues: 1 + generator.dice.roll(3), shared: [], outputs: [])
    for _ in 0..<[0, 0, 1, 1, 2][generator.dice.roll(5)] {
      let sketch = generator.plan(depth: 2)
      shared.append(
        SharedPlan(
          plan: sketch.plan, queue: generator.dice.roll(3), capacity: [1, 2, 3, 8, 64][generator.dice.roll(5)],
          replay: generator.dice.chance(1, in: 4), countsConsumers: generator.dice.chance(1, in: 2)))
      generator.shared.append(sketch.outcome)
    }
    for _ in 0..<1 + generator.dice.roll(4) / 3 {
      let credit = generator.credit()
      outputs.append(
        OutputPlan(
          content: generator.dice.chance(1, in: 4)
            ? generator.arrival(credit) : .determinate(generator.plan(depth: 3).plan),
          queue: generator.dice.roll(3), credit: credit,
          cancelTime: generator.dice.chance(1, in: 10) ? generator.dice.roll(30) : nil))
    }
  }
}

extension PlanGenerator {
  fileprivate mutating func credit() -> Credit {
    func burst() -> Int { dice.chance(1, in: 8) ? 1 + dice.roll(100) : 1 + dice.roll(4) }
    switch dice.roll(6) {
    case 0, 1: return .unlimited
    case 2, 3:
      var counts: [Int] = []
      for _ in 0..<1 + dice.roll(4) { counts.append(burst()) }
      return .whenSpent(counts)
    default:
      var grants: [(time: Int, count: Int)] = []
      var time = 0
      for _ in 0..<1 + dice.roll(5) {
        grants.append((time, burst()))
        time += 1 + dice.roll(9)
      }
      return .timed(grants)
    }
  }

  fileprivate mutating func arrival(_ credit: Credit) -> OutputPlan.Content {
    let kind = arrivalKind(mayHaveClock: credit.isUnlimited)
    let count =
      switch kind {
      case .join: dice.chance(1, in: 8) ? dice.roll(2) : 2 + dice.roll(3)
      case .flatMap, .switchMap: 2 + dice.roll(3)
      case .debounce, .throttle: 1
      case .timeout: 1 + dice.roll(2)
      }
    // Mostly such as have something to say at the same time.
    let arrival = Arrival(
      kind: kind,
      plans: (0..<count).map { _ in
        var sketch: Sketch
        if kind.hasClock, dice.chance(2, in: 3) { return .source(script()) }
        repeat { sketch = plan(depth: dice.roll(2)) } while sketch.outcome.values.count < 2 && dice.chance(3, in: 4)
        return sketch.plan
      })
    // What limits credit below would let more be dropped at a failure than can be told.
    if arrival.dropsAtFailure, !credit.isUnlimited { return .arrival(arrival, steps: []) }
    var steps: [Step] = []
    for _ in 0..<dice.roll(3) { steps.append(anyStep()) }
    return .arrival(arrival, steps: steps)
  }

  private mutating func arrivalKind(mayHaveClock: Bool) -> Arrival.Kind {
    switch dice.roll(mayHaveClock ? 14 : 8) {
    case 0, 1: return .join(.merge)
    case 2, 3: return .join(.latest)
    case 4: return .join(.race)
    case 5: return .join(.zip)
    case 6: return .flatMap(max: 1 + dice.roll(4))
    case 7: return .switchMap
    case 8, 9: return .debounce(dice.roll(5))
    case 10, 11: return .throttle(dice.roll(6), latest: dice.chance(1, in: 2))
    default: return .timeout(1 + dice.roll(8))
    }
  }
}
