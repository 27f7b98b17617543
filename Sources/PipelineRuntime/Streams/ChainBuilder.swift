import Diagnostics
import PipelineLanguage
import RunEvents
import Streams
import Values

extension RunContext {
  /// The stream of a chain of `node`. Nothing runs before it is subscribed.
  ///
  /// - Parameter seed: what the first step gets: a nested chain's value, or nothing but the bound names.
  func stream(of chain: Chain, in node: Int, from seed: RunValue) -> AnyPublisher<RunValue> {
    plan(of: chain, in: node).stream(from: seed)
  }

  /// The stream of a node. One whose `when` is not true fails with a skip.
  func stream(ofNode place: Int, _ start: NodeStart) -> AnyPublisher<RunValue> {
    let node = pipeline.nodes[place]
    let seed = RunValue(TracedValue(.null))
    switch start {
    case .runs: return stream(of: node.chain, in: place, from: seed)
    case .ends(let error): return fail(error)
    case .waits:
      guard let condition = node.condition else { preconditionFailure("a node without a condition waits for none") }
      let site = site(of: condition, in: place)
      let plan = plan(of: node.chain, in: place)
      return waiting(just(seed), for: condition.awaited, at: site).tryMap { value in
        try self.ask(condition, at: site)
        return value
      }.flatMap(max: 1) { plan.stream(from: $0) }
    }
  }

  /// A chain of `node`, ready to be a stream for each of many values.
  func plan(of chain: Chain, in node: Int) -> ChainPlan {
    let steps = chain.steps.enumerated().map { place, step in
      let site = StepSite(run: self, node: node, step: description(of: step))
      if place == 0, let source = step.operation as? any SourceOperation {
        return ChainPlan.Step(operation: .source(source), awaited: step.awaited, site: site)
      }
      guard let transform = step.operation as? any TransformOperation else {
        preconditionFailure("the operator '\(step.name)' has no stream")
      }
      return ChainPlan.Step(operation: .transform(transform), awaited: step.awaited, site: site)
    }
    return ChainPlan(run: self, steps: steps)
  }

  /// The stream of a chain inside another. What is bound in it ends with it: each result, and a failure too, has the
  /// names of `value`, the one that came in.
  func stream(ofNested plan: ChainPlan, from value: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    plan.stream(from: value).map { result in
      RunValue(result.traced, bindings: value.bindings, response: value.response, index: result.index)
    }.mapError { site.stepError($0).leaving(for: value) }
  }

  /// The values of another node, as a step of this one gets them: without the names that are bound there.
  func stream(ofNode place: Int, for seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    node(place).values(for: pipeline.nodes[site.node].name).map { value in
      RunValue(value.traced, bindings: seed.bindings, index: value.index)
    }.mapError { site.stepError($0).leaving(for: seed) }
  }

  /// Holds the values back until the one value of each of these nodes is there.
  fileprivate func waiting(_ stream: AnyPublisher<RunValue>, for nodes: [Int], at site: StepSite) -> AnyPublisher<
    RunValue
  > {
    if nodes.isEmpty { return stream }
    return stream.waiting(for: nodes.map { result(ofNode: $0, at: site) }) { value, _ in value }
  }

  fileprivate func waiting(
    _ seed: RunValue, for nodes: [Int], at site: StepSite,
    then source: @escaping @Sendable () -> AnyPublisher<RunValue>
  ) -> AnyPublisher<RunValue> {
    if nodes.isEmpty { return source() }
    return waiting(just(seed), for: nodes, at: site).flatMap(max: 1) { _ in source() }
  }

  /// The one value of a node; the failure where it has none or several is that of the step that wants it.
  private func result(ofNode place: Int, at site: StepSite) -> AnyPublisher<RunValue> {
    node(place).result.mapError { error in
      var error = self.failure(ofNode: place, error, at: site)
      error.isSettled = true
      return error
    }
  }

  private func failure(ofNode place: Int, _ error: any Error, at site: StepSite) -> StepError {
    guard let error = error as? NotOneValue else { return site.stepError(error).leaving(for: nil) }
    let name = pipeline.nodes[place].name
    switch error {
    case .none: return site.failure(.expression, "$nodes.\(name) has no value: the node ended without one")
    case .several:
      return site.failure(
        .expression, "$nodes.\(name) is not one value: the node emitted several",
        details: ["collect them in the node '\(name)', or take its values with 'from: \(name)'"])
    }
  }

  func description(of step: PipelineLanguage.Step) -> StepDescription {
    StepDescription(
      operation: step.name, label: step.label ?? step.name,
      place: SourcePlace(
        file: pipeline.source.name, line: step.range.start.line, column: step.range.start.column))
  }
}

/// What does not change from value to value of a chain: its steps' kinds and places.
struct ChainPlan: Sendable {
  fileprivate struct Step: Sendable {
    enum Operation: Sendable {
      case source(any SourceOperation)
      case transform(any TransformOperation)
    }

    let operation: Operation
    let awaited: [Int]
    let site: StepSite
  }

  private let run: RunContext
  private let steps: [Step]

  fileprivate init(run: RunContext, steps: [Step]) {
    self.run = run
    self.steps = steps
  }

  /// Nothing runs before it is subscribed.
  func stream(from seed: RunValue) -> AnyPublisher<RunValue> {
    var stream: AnyPublisher<RunValue>?
    for step in steps {
      let site = step.site
      switch step.operation {
      case .source(let source):
        stream = run.waiting(seed, for: step.awaited, at: site) { source.stream(from: seed, at: site) }
      case .transform(let transform):
        let upstream = stream ?? just(seed)
        stream = transform.stream(
          after: run.waiting(upstream, for: step.awaited, at: site), from: seed, at: site)
      }
    }
    return stream ?? just(seed)
  }
}

extension AnyPublisher<RunValue> {
  /// Counts the values anew, where an operator changed how many there are.
  func renumbered() -> AnyPublisher<RunValue> {
    scan((next: 0, value: RunValue(TracedValue(.null)))) { state, value in
      var value = value
      value.index = state.next
      return (state.next + 1, value)
    }.map(\.value)
  }
}
