/// What a stream gives from beginning to end: lists stand for streams, and nothing happens at once.
///
/// This is the plain model that the streams are held to. Where a result depends on who comes first, there is none (nil).
struct Outcome: Equatable, Sendable, CustomStringConvertible {
  var values: [Value]
  var end: End

  init(_ values: [Value] = [], _ end: End) {
    self.values = values
    self.end = end
  }

  var description: String { (values.map(\.description) + [end.description]).joined(separator: " ") }

  var hasSettledEnd: Bool { end != .never }

  func mapped(_ transform: (Value) -> Value) -> Outcome { Outcome(values.map(transform), end) }

  /// Each value through `body`, which gives what becomes of it, or nil for a failure of that name.
  func through(failure: String = "", _ body: (Value) -> [Value]?) -> Outcome {
    var out: [Value] = []
    for value in values {
      guard let made = body(value) else { return Outcome(out, .failed(failure)) }
      out += made
    }
    return Outcome(out, end)
  }

  /// One result of all values, where the stream finishes.
  func summed(_ result: () -> Value?) -> Outcome {
    end == .finished ? Outcome(result().map { [$0] } ?? [], .finished) : Outcome([], end)
  }
}

extension PlanSource {
  var outcome: Outcome {
    switch self {
    case .just(let value): return Outcome([.number(value)], .finished)
    case .sequence(let start, let count): return Outcome(Self.numbers(start, count), .finished)
    case .empty: return Outcome([], .finished)
    case .fail(let name), .throwing(let name): return Outcome([], .failed("f\(name)"))
    case .never: return Outcome([], .never)
    case .script(let values, let end, _): return Outcome(values.map { .number($0.value) }, end)
    case .ticks(_, let count): return Outcome(Self.numbers(0, count), .finished)
    case .future(_, let value, let fails, _):
      return fails ? Outcome([], .failed("f\(value)")) : Outcome([.number(value)], .finished)
    case .push(let start, let count, _, let fails, _):
      return Outcome(Self.numbers(start, count), fails ? .failed("f\(start)") : .finished)
    }
  }

  private static func numbers(_ start: Int, _ count: Int) -> [Value] { (start..<start + count).map { .number($0) } }
}

extension Step {
  func applied(to input: Outcome) -> Outcome? {
    let values = input.values
    switch self {
    case .map(let other): return input.mapped { $0.mixed(with: other) }
    case .tryMap(let other, let throwsAt):
      return input.through(failure: "t\(other)") { $0.isMultiple(of: throwsAt) ? nil : [$0.mixed(with: other)] }
    case .compactMap(let dropping): return input.through { $0.isMultiple(of: dropping) ? [] : [$0.mixed(with: 1)] }
    case .filter(let keeping): return input.through { $0.isMultiple(of: keeping) ? [$0] : [] }
    case .mapMany: return input.through { $0.several }
    case .scan(let seed, let throwsAt):
      var sum = Value.number(seed)
      return input.through(failure: "t\(seed)") { value in
        if value.isMultiple(of: throwsAt) { return nil }
        sum = sum.mixed(with: value.key)
        return [sum]
      }
    case .reduce(let seed, let throwsAt):
      if values.contains(where: { $0.isMultiple(of: throwsAt) }) { return Outcome([], .failed("t\(seed)")) }
      return input.summed { values.reduce(.number(seed)) { $0.mixed(with: $1.key) } }
    case .collect: return input.summed { .list(values) }
    case .collectBy(let count):
      var groups = stride(from: 0, to: values.count, by: count)
        .map { Value.list(Array(values[$0..<min($0 + count, values.count)])) }
      if input.end != .finished, values.count % count > 0 { groups.removeLast() }
      return Outcome(groups, input.end)
    case .first: return Step.prefix(1).applied(to: input)
    case .firstWhere(let divisor):
      guard let found = values.first(where: { $0.isMultiple(of: divisor) }) else { return Outcome([], input.end) }
      return Outcome([found], .finished)
    case .last: return input.summed { values.last }
    case .prefix(let count):
      return values.count >= count ? Outcome(Array(values.prefix(count)), .finished) : input
    case .dropFirst(let count): return Outcome(Array(values.dropFirst(count)), input.end)
    case .removeDuplicates(let modulo):
      var last: Int?
      return input.through { value in
        defer { last = value.key % modulo }
        return last == value.key % modulo ? [] : [value]
      }
    case .count: return input.summed { .number(values.count) }
    case .single:
      if values.count > 1 { return Outcome([], .failed("several")) }
      return input.end == .finished && values.isEmpty ? Outcome([], .failed("none")) : input.summed { values.first }
    case .replaceEmpty(let value):
      return values.isEmpty && input.end == .finished ? Outcome([.number(value)], .finished) : input
    case .replaceError(let value):
      return input.end.isFailure ? Outcome(values + [.number(value)], .finished) : input
    case .mapError(let name): return input.end.isFailure ? Outcome(values, .failed("m\(name)")) : input
    case .delay, .receiveOn, .subscribeOn: return input
    // Of several values, time decides which are passed on; a failure drops a held one.
    case .debounce, .throttle: return values.isEmpty || (values.count == 1 && !input.end.isFailure) ? input : nil
    case .timeout: return input.hasSettledEnd ? input : nil
    }
  }
}

extension Join {
  func applied(to inputs: [Outcome]) -> Outcome? {
    let ends = inputs.map(\.end)
    switch self {
    case .concat:
      var out: [Value] = []
      for input in inputs {
        out += input.values
        if input.end != .finished { return Outcome(out, input.end) }
      }
      return Outcome(out, .finished)
    case .zip:
      // A failure comes at once, and what else is complete by then is a matter of time.
      guard !ends.contains(where: \.isFailure) else { return nil }
      guard let rows = inputs.map(\.values.count).min() else { return Outcome([], .finished) }
      let hasRunDry = inputs.contains { $0.values.count == rows && $0.end == .finished }
      return Outcome((0..<rows).map { row in .list(inputs.map { $0.values[row] }) }, hasRunDry ? .finished : .never)
    case .merge:
      guard !ends.contains(where: \.isFailure), inputs.filter({ !$0.values.isEmpty }).count < 2 else { return nil }
      return Outcome(inputs.flatMap(\.values), ends.contains(.never) ? .never : .finished)
    case .latest:
      guard !ends.contains(where: \.isFailure) else { return nil }
      if inputs.contains(where: { $0.values.isEmpty && $0.end == .finished }) || inputs.isEmpty {
        // Rows there are none, whatever comes from the others before.
        return Outcome([], .finished)
      }
      if inputs.contains(where: \.values.isEmpty) { return Outcome([], .never) }
      guard inputs.count == 1 || inputs.allSatisfy({ $0.values.count == 1 }) else { return nil }
      let rows = (0..<inputs[0].values.count).map { row in Value.list(inputs.map { $0.values[row] }) }
      return Outcome(rows, ends.contains(.never) ? .never : .finished)
    case .race:
      let runners = inputs.filter { !$0.values.isEmpty }
      if runners.count > 1 { return nil }
      if let winner = runners.first { return winner }
      return ends.contains(.never) ? Outcome([], .never) : Outcome([], ends.first(where: \.isFailure) ?? .finished)
    }
  }
}

extension Plan {
  /// What the inner stream of `value` gives.
  static func inner(for value: Value, _ inners: [Outcome], throwsAt: Int) -> Outcome {
    if value.isMultiple(of: throwsAt) { return Outcome([], .failed("inner")) }
    return inners[value.key % inners.count].mapped { $0.mixed(with: value.key) }
  }

  static func inner(_ kind: InnerKind, _ outer: Outcome, _ inners: [Outcome], throwsAt: Int) -> Outcome? {
    let made = outer.values.map { inner(for: $0, inners, throwsAt: throwsAt) }
    switch kind {
    case .ordered, .concat: return Join.concat.applied(to: made + [Outcome([], outer.end)])
    case .arrival(let max):
      if outer.end.isFailure, !made.isEmpty { return nil }
      // A failure drops what waits for credit.
      if made.contains(where: \.end.isFailure) { return nil }
      if max == 1 { return Join.concat.applied(to: made + [Outcome([], outer.end)]) }
      if max < made.count { return nil }
      return Join.merge.applied(to: made + [Outcome([], outer.end == .never ? .never : .finished)])
        .map { Outcome($0.values, outer.end.isFailure ? outer.end : $0.end) }
    case .switched:
      guard let only = made.first else { return Outcome([], outer.end) }
      if made.count > 1 || outer.end.isFailure { return nil }
      return Outcome(only.values, only.end == .finished ? outer.end : only.end)
    }
  }

  static func expand(_ outer: Outcome, emitsInputs: Bool) -> Outcome? {
    // Its failure is the end at once, with whatever is left to feed back.
    if outer.end.isFailure, !outer.values.isEmpty { return nil }
    return outer.through { value in
      var out = emitsInputs ? [value] : []
      var toFeed = [value]
      while !toFeed.isEmpty {
        let made = toFeed.removeFirst().smaller
        out += made
        toFeed += made
      }
      return out
    }
  }

  static func waiting(_ input: Outcome, _ others: [Outcome]) -> Outcome? {
    let firsts = others.compactMap(\.values.first)
    if firsts.count == others.count {
      // Values that still wait are dropped by a failure.
      if input.end.isFailure, !input.values.isEmpty { return nil }
      return input.mapped { $0.mixed(with: Value.list(firsts).key) }
    }
    guard !input.end.isFailure else { return nil }
    let missing = others.indices.filter { others[$0].values.isEmpty && others[$0].hasSettledEnd }
    guard let index = missing.first else { return Outcome([], .never) }
    if missing.count > 1 { return nil }
    return Outcome([], others[index].end.isFailure ? others[index].end : .failed("missing\(index)"))
  }

  /// What it must give, given what the graph's shared streams do.
  func outcome(shared: [Outcome]) -> Outcome? {
    func all(_ plans: [Plan]) -> [Outcome]? {
      let outcomes = plans.compactMap { $0.outcome(shared: shared) }
      return outcomes.count == plans.count ? outcomes : nil
    }
    switch self {
    case .source(let source): return source.outcome
    // One that was left out leaves its consumers without an outcome.
    case .shared(let index): return shared.indices.contains(index) ? shared[index] : nil
    case .step(let step, let input): return input.outcome(shared: shared).flatMap(step.applied(to:))
    case .inner(let kind, let outer, let inners, let throwsAt):
      guard let outer = outer.outcome(shared: shared), let inners = all(inners) else { return nil }
      return Plan.inner(kind, outer, inners, throwsAt: throwsAt)
    case .expand(let outer, let emitsInputs, _):
      return outer.outcome(shared: shared).flatMap { Plan.expand($0, emitsInputs: emitsInputs) }
    case .catching(let input, let handler, let throwsInstead):
      guard let input = input.outcome(shared: shared), let handler = handler.outcome(shared: shared) else { return nil }
      if !input.end.isFailure { return input }
      return throwsInstead ? Outcome(input.values, .failed("c")) : Outcome(input.values + handler.values, handler.end)
    case .retry(let attempts, let times, _):
      guard let outcomes = all(attempts) else { return nil }
      var out: [Value] = []
      for attempt in 0...times {
        let outcome = outcomes[min(attempt, outcomes.count - 1)]
        out += outcome.values
        if !outcome.end.isFailure || attempt == times { return Outcome(out, outcome.end) }
      }
      return nil
    case .waiting(let input, let others):
      guard let input = input.outcome(shared: shared), let others = all(others) else { return nil }
      return Plan.waiting(input, others)
    case .join(let join, let inputs, _): return all(inputs).flatMap(join.applied(to:))
    }
  }
}
