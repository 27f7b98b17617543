package import Diagnostics
import Expressions

/// What a stream emits and what requests are sent for it, as far as the file tells before a run.
package struct Load: Sendable {
  package var values: Amount
  package var requests: Amount
  /// The nodes whose values flow in.
  package var nodes: Set<Int> = []
  /// Those of them that may be cancelled before their end: what takes their values needs no more of them.
  package var cut: Set<Int> = []
  /// Whether the stream may still fail when all its values are out.
  package var mayFailLate = false

  package init(values: Amount, requests: Amount = .none) {
    self.values = values
    self.requests = requests
  }

  /// What comes in at the first step of a chain: one value, or for a source the one time it is started.
  package static let start = Load(values: .one)
}

/// Where a step stands when its load is asked for.
package struct LoadSite {
  package let step: Step
  /// The load of a node that the step names.
  package let node: (Int) -> Load

  /// What a node's values are where they are taken: its requests are its own.
  package func values(of place: Int) -> Load {
    let node = node(place)
    var load = Load(values: node.values)
    load.nodes = [place]
    load.mayFailLate = node.mayFailLate
    return load
  }

  /// - Parameter text: with the operator's name in place of `%`.
  package func unbounded(_ text: String, at range: SourceRange? = nil) -> Amount {
    .unbounded(UnboundedReason(text: text.replacing("%", with: "'\(step.name)'"), range: range ?? step.range))
  }
}

extension Chain {
  /// What comes of one value that comes in, or of starting the source.
  package func load(node: (Int) -> Load) -> Load {
    withoutActuallyEscaping(node) { node in
      steps.reduce(.start) { $1.operation.load(after: $0, at: LoadSite(step: $1, node: node)) }
    }
  }
}

extension StepOperation {
  /// Of an operator that does not say it: what its cardinality tells, and no bound for requests in chains inside it.
  package func load(after upstream: Load, at site: LoadSite) -> Load {
    var load = upstream
    let before: Cardinality = upstream.values.most.map { $0 > 1 } ?? true ? .many : .atMostOne
    let nodes = { (node: Int) in site.node(node).values.cardinality }
    switch (cardinality(after: before, nodes: nodes), cardinality(after: .one, nodes: nodes)) {
    case (.one, _): load.values = .one
    case (.atMostOne, _): load.values = .atMost(1)
    case (.many, .many): load.values = site.unbounded("how many values % emits shows only in the run")
    case (.many, _): load.values = upstream.values.orLess
    }
    // It may need no more of what comes in.
    load.requests = upstream.requests.orLess
    load.nodes.formUnion(site.step.streams)
    load.cut = load.nodes
    load.mayFailLate = true
    if site.step.sendsRequests { load.requests = site.unbounded("how often % sends requests shows only in the run") }
    return load
  }
}

extension Amount {
  fileprivate var cardinality: Cardinality {
    switch most {
    case 1 where expected == 1: .one
    case 0, 1: .atMostOne
    default: .many
    }
  }
}

extension Load {
  /// What an operator hands on that leaves some of the values out, a lone one never, and looks at each until the end.
  var thinned: Load {
    guard values.most != 1 else { return self }
    var load = self
    load.values = values.orLess
    load.mayFailLate = true
    return load
  }

  /// What comes where another stream follows a failure of this one: what it emitted before, then the other's values.
  func recovered(by other: Load) -> Load {
    var load = self
    load.requests = requests.withMost((requests + other.requests).most, other.requests.reason)
    load.values = values.withMost(mostAfterFailure(other.values.most), other.values.reason)
    load.nodes.formUnion(other.nodes)
    load.cut.formUnion(other.nodes)
    load.mayFailLate = other.mayFailLate
    return load
  }

  /// What comes of trying it again so many times.
  func repeated(_ times: Int) -> Load {
    var load = self
    load.requests = requests.withMost((requests * .exactly(times).plusOne).most)
    var most = values.most
    if times > 0, mayFailLate || (values.most ?? 0) > 1 {
      let failing = mayFailLate ? values : values.dropping(1)
      most = (values + failing * .exactly(times)).most
    }
    load.values = values.withMost(most)
    return load
  }

  /// A run that fails has not emitted its last value, unless it can fail behind that.
  private func mostAfterFailure(_ other: Int?) -> Int? {
    guard let most = values.most, let other else { return nil }
    let failing = mayFailLate || most == 0 ? most : most - 1
    return max(most, (Amount.exactly(failing) + .exactly(other)).most ?? most)
  }

  /// What comes of one inner chain for each value.
  func flatMapped(_ inner: Load) -> Load {
    var load = self
    load.values = values * inner.values
    load.requests = requests + values * inner.requests
    load.nodes.formUnion(inner.nodes)
    load.cut.formUnion(inner.cut)
    load.mayFailLate = mayFailLate || inner.mayFailLate || inner.values.isNone || inner.values.expected == nil
    return load
  }

  /// The same where inner chains, and what they send, may be cancelled.
  var orLess: Load {
    var load = self
    load.values = values.orLess
    load.requests = requests.orLess
    load.cut = nodes
    return load
  }

  /// What comes where some values may be left out. A stream of one value keeps it.
  var withFewerValues: Load {
    var load = self
    if values.most.map({ $0 > 1 }) ?? true { load.values = values.orLess }
    return load
  }

  /// What comes of an expression for each value.
  func mapped(by formula: Formula, at site: LoadSite) -> Load {
    var load = self
    switch formula.expression.outputCount {
    case .one: break
    case .atMostOne: load.values = values.orLess
    case .many:
      load.values = values * site.unbounded("an expression of % may give any number of values", at: formula.range)
      load.mayFailLate = true
    }
    return load
  }

  /// What comes once all values are there.
  func gathered(into values: Amount) -> Load {
    var load = self
    load.values = values
    load.mayFailLate = false
    return load
  }

  /// What comes where only so many values are taken.
  func limited(to count: Int) -> Load {
    var load = self
    load.values = values.limited(to: count)
    // Behind the last value it is cancelled; before that it may already have asked for more.
    if values.most.map({ $0 > count }) ?? true {
      load.requests = requests.orLess
      load.cut = nodes
    }
    return load
  }
}

extension Amount {
  fileprivate var plusOne: Amount { self + .one }
}
