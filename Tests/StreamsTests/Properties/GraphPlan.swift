/// A whole graph: shared streams, and what is consumed of them and beside them.
struct GraphPlan: Sendable {
  var seed: Int
  var queues: Int
  var shared: [SharedPlan]
  var outputs: [OutputPlan]
}

/// A stream that runs once for all its consumers.
struct SharedPlan: Sendable {
  var plan: Plan
  var queue: Int
  var capacity: Int
  /// Keeps its values for consumers that come late. It does so in any case where there can be such.
  var replay: Bool
  /// Starts when all consumers are there, or else when nothing is left to do.
  var countsConsumers: Bool
}

/// One consumer of the graph, with its credit.
struct OutputPlan: Sendable {
  enum Content: Sendable {
    /// The same whatever the timing.
    case determinate(Plan)
    /// Depends on what comes first, and is held to what did.
    case arrival(Arrival, steps: [Step])
  }
  var content: Content
  var queue: Int
  var credit: Credit
  var cancelTime: Int?
}

/// An operator whose result is decided by the order in which its inputs' signals arrive.
struct Arrival: Sendable {
  enum Kind: Sendable {
    case join(Join)
    case flatMap(max: Int)
    case switchMap
    // By half a tick more than these.
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case timeout(Int)

    /// Whether it is decided by when signals arrive, and not only by their order.
    var hasClock: Bool {
      switch self {
      case .join, .flatMap, .switchMap: false
      case .debounce, .throttle, .timeout: true
      }
    }
  }
  var kind: Kind
  /// The inputs of a join; the outer stream and then the inner ones; the stream, and then what a timeout goes on with.
  var plans: [Plan]
}

enum Credit: Sendable {
  case unlimited
  /// As many more, in turn, whenever all are used up.
  case whenSpent([Int])
  /// So many at that time each; after the last without limit.
  case timed([(time: Int, count: Int)])

  var isUnlimited: Bool { if case .unlimited = self { true } else { false } }
}

extension GraphPlan {
  /// What each shared stream gives; nil where one depends on timing.
  var sharedOutcomes: [Outcome]? {
    var outcomes: [Outcome] = []
    for node in shared {
      guard let outcome = node.plan.outcome(shared: outcomes) else { return nil }
      outcomes.append(outcome)
    }
    return outcomes
  }

  /// Whether every plan's outcome is decided by the plan.
  var isValid: Bool {
    guard let outcomes = sharedOutcomes else { return false }
    return outputs.allSatisfy { output in
      switch output.content {
      case .determinate(let plan): plan.outcome(shared: outcomes) != nil
      case .arrival(let arrival, _): arrival.plans.allSatisfy { $0.outcome(shared: outcomes) != nil }
      }
    }
  }

  /// How the consumers of each shared stream come to it.
  var uses: [SharedUses] {
    var uses = Array(repeating: SharedUses(), count: shared.count)
    for node in shared { node.plan.count(into: &uses, isLate: false) }
    for output in outputs {
      switch output.content {
      case .determinate(let plan): plan.count(into: &uses, isLate: false)
      case .arrival(let arrival, let steps):
        // Then it is never subscribed to.
        if steps.contains(where: { if case .prefix(0) = $0 { true } else { false } }) { continue }
        for (index, plan) in arrival.plans.enumerated() {
          if case .join = arrival.kind {
            plan.count(into: &uses, isLate: false)
          } else {
            plan.count(into: &uses, isLate: index > 0)
          }
        }
      }
    }
    return uses
  }
}

struct SharedUses: Sendable {
  /// Consumers that are there before anything runs.
  var early = 0
  /// There may be others that come later, or never.
  var hasLate = false
}

extension Plan {
  fileprivate func count(into uses: inout [SharedUses], isLate: Bool) {
    switch self {
    case .source: break
    case .shared(let index):
      if isLate { uses[index].hasLate = true } else { uses[index].early += 1 }
    // Never subscribed to.
    case .step(.prefix(0), _): break
    case .step(_, let input), .expand(let input, _, _): input.count(into: &uses, isLate: isLate)
    case .inner(_, let outer, let inners, _):
      outer.count(into: &uses, isLate: isLate)
      for inner in inners { inner.count(into: &uses, isLate: true) }
    case .catching(let input, let handler, _):
      input.count(into: &uses, isLate: isLate)
      handler.count(into: &uses, isLate: true)
    case .retry(let attempts, _, _):
      for attempt in attempts { attempt.count(into: &uses, isLate: true) }
    case .waiting(let input, let others):
      for plan in [input] + others { plan.count(into: &uses, isLate: isLate) }
    case .join(.concat, let inputs, _):
      for (index, input) in inputs.enumerated() { input.count(into: &uses, isLate: isLate || index > 0) }
    case .join(_, let inputs, _):
      for input in inputs { input.count(into: &uses, isLate: isLate) }
    }
  }

  /// The queue that the end of the stream is moved to, where it is: its consumer lives there.
  var home: Int? {
    switch self {
    case .step(.receiveOn(let queue), _): queue
    case .step(.prefix(0), _): nil
    case .step(_, let input), .inner(_, let input, _, _), .expand(let input, _, _), .catching(let input, _, _),
      .waiting(let input, _):
      input.home
    case .source, .shared, .retry, .join: nil
    }
  }
}

extension GraphPlan: CustomStringConvertible {
  var description: String {
    var lines = ["seed \(seed), \(queues) queues"]
    for (index, node) in shared.enumerated() {
      lines.append(
        "S\(index) = \(node.plan)  (q\(node.queue), room: \(node.capacity)\(node.replay ? ", replays" : "")"
          + "\(node.countsConsumers ? ", counts" : ""))")
    }
    for (index, output) in outputs.enumerated() {
      let cancel = output.cancelTime.map { ", cancelled at \($0)" } ?? ""
      lines.append("out\(index) = \(output.content)  (q\(output.queue), credit: \(output.credit)\(cancel))")
    }
    return lines.joined(separator: "\n")
  }
}

extension OutputPlan.Content: CustomStringConvertible {
  var description: String {
    switch self {
    case .determinate(let plan): return "\(plan)"
    case .arrival(let arrival, let steps):
      return (["\(arrival)"] + steps.map { "\($0)" }).joined(separator: ".")
    }
  }
}

extension Arrival: CustomStringConvertible {
  var description: String { "arrival \(kind)(\(plans.map(\.description).joined(separator: ", ")))" }
}

extension Credit: CustomStringConvertible {
  var description: String {
    switch self {
    case .unlimited: "unlimited"
    case .whenSpent(let counts): "\(counts) when spent"
    case .timed(let grants): grants.map { "+\($0.count)@\($0.time)" }.joined(separator: " ")
    }
  }
}
