/// A stream as a value: built from it are the stream itself, what it must give, and a text.
///
/// Times are in ticks; what a tick lasts is up to the run.
indirect enum Plan: Sendable {
  case source(PlanSource)
  /// A consumer of the graph's shared stream of that number.
  case shared(Int)
  case step(Step, Plan)
  /// One inner stream for each value: the plan that the value's key chooses.
  case inner(InnerKind, Plan, [Plan], throwsAt: Int)
  case expand(Plan, emitsInputs: Bool, delay: Int)
  case catching(Plan, handler: Plan, throwsInstead: Bool)
  /// The n-th attempt runs the n-th plan, or the last.
  case retry([Plan], times: Int, delay: Int)
  case waiting(Plan, for: [Plan])
  case join(Join, [Plan], delayErrors: Bool)
}

enum PlanSource: Sendable {
  case just(Int)
  case sequence(from: Int, count: Int)
  case empty
  case fail(Int)
  case never
  case throwing(Int)
  /// Values when their time comes, then the end, each counted from the subscription.
  case script([(time: Int, value: Int)], end: End, endTime: Int)
  case ticks(period: Int, count: Int)
  case future(delay: Int, value: Int, fails: Bool, queue: Int)
  case push(from: Int, count: Int, capacity: Int, fails: Bool, queue: Int)
}

/// An operator with one input and without inner streams.
enum Step: Sendable {
  case map(Int)
  case tryMap(Int, throwsAt: Int)
  case compactMap(dropping: Int)
  case filter(keeping: Int)
  case mapMany
  case scan(Int, throwsAt: Int)
  case reduce(Int, throwsAt: Int)
  case collect
  case collectBy(Int)
  case first
  case firstWhere(Int)
  case last
  case prefix(Int)
  case dropFirst(Int)
  case removeDuplicates(modulo: Int)
  case count
  case single
  case replaceEmpty(Int)
  case replaceError(Int)
  case mapError(Int)
  case delay(Int)
  case debounce(Int)
  case throttle(Int)
  /// Far longer than anything takes.
  case timeout
  case receiveOn(Int)
  case subscribeOn(Int)
}

enum InnerKind: Sendable {
  case ordered(max: Int)
  case concat
  case arrival(max: Int)
  case switched
}

enum Join: String, Sendable {
  case zip, concat, merge, latest, race
}

/// How a stream ends.
enum End: Equatable, Sendable, CustomStringConvertible {
  case finished
  case failed(String)
  case never

  var isFailure: Bool { if case .failed = self { true } else { false } }

  var description: String {
    switch self {
    case .finished: "|"
    case .failed(let name): "#\(name)"
    case .never: "…"
    }
  }
}

extension Plan: CustomStringConvertible {
  var description: String {
    switch self {
    case .source(let source): return "\(source)"
    case .shared(let index): return "S\(index)"
    case .step(let step, let input): return "\(input).\(step)"
    case .inner(let kind, let outer, let inners, let throwsAt):
      return "\(outer).\(kind)(\(Self.list(inners))\(throwsAt > 0 ? ", throwsAt: \(throwsAt)" : ""))"
    case .expand(let outer, let emitsInputs, let delay):
      return "\(outer).expand(emitsInputs: \(emitsInputs), delay: \(delay))"
    case .catching(let input, let handler, let throwsInstead):
      return "\(input).catch(\(throwsInstead ? "throw" : "\(handler)"))"
    case .retry(let attempts, let times, let delay):
      return "attempts(\(Self.list(attempts))).retry(\(times), delay: \(delay))"
    case .waiting(let input, let others): return "\(input).waiting(for: \(Self.list(others)))"
    case .join(let join, let inputs, let delayErrors):
      return "\(join.rawValue)(\(Self.list(inputs))\(delayErrors ? ", delayErrors" : ""))"
    }
  }

  private static func list(_ plans: [Plan]) -> String { plans.map(\.description).joined(separator: ", ") }
}

extension PlanSource: CustomStringConvertible {
  var description: String {
    switch self {
    case .just(let value): return "just(\(value))"
    case .sequence(let start, let count): return "seq(\(start)..<\(start + count))"
    case .empty: return "empty"
    case .fail(let name): return "fail(\(name))"
    case .never: return "never"
    case .throwing(let name): return "throwing(\(name))"
    case .script(let values, let end, let endTime):
      return "script(" + (values.map { "\($0.value)@\($0.time)" } + ["\(end)@\(endTime)"]).joined(separator: " ") + ")"
    case .ticks(let period, let count): return "interval(\(period)).prefix(\(count))"
    case .future(let delay, let value, let fails, let queue):
      return "future(\(fails ? "#" : "")\(value)@\(delay) from q\(queue))"
    case .push(let start, let count, let capacity, let fails, let queue):
      return "push(\(start)..<\(start + count)\(fails ? " #" : ""), room: \(capacity), from q\(queue))"
    }
  }
}
