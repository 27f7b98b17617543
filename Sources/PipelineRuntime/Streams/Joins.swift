import PipelineLanguage
import Streams
import Values

extension StreamInputs {
  /// Joins the inputs' streams by `join`, whose rows are in declared order, and makes of a row what the file calls for:
  /// an object for a map of inputs, else a list.
  func joined(
    from seed: RunValue, at site: StepSite,
    by join: @escaping @Sendable ([AnyPublisher<RunValue>]) -> AnyPublisher<[RunValue]>
  ) -> AnyPublisher<RunValue> {
    let keys = keys
    return streams(from: seed, at: site, into: join).mapError { site.stepError($0) }.map { row in
      guard let keys else { return seed.with(TracedValue(list: row.map(\.traced))) }
      return seed.with(TracedValue(object: zip(keys, row).map { ($0, $1.traced) }))
    }.renumbered()
  }

  /// Gives the inputs' streams to `join`; at once where they are declared, else when the list is known.
  func streams<Output: Sendable>(
    from seed: RunValue, at site: StepSite,
    into join: @escaping @Sendable ([AnyPublisher<RunValue>]) -> AnyPublisher<Output>
  ) -> AnyPublisher<Output> {
    switch self {
    case .declared(let inputs, _):
      return join(
        inputs.map { input in
          switch input.source {
          case .node(let node): site.run.stream(ofNode: node, for: seed, at: site)
          case .chain(let chain):
            site.run.stream(ofNested: site.run.plan(of: chain, in: site.node), from: seed, at: site)
          }
        })
    case .each(let list, let name, let chain):
      let plan = site.run.plan(of: chain, in: site.node)
      return just(seed).tryMap { try site.evaluator.list(list, at: $0) }.flatMap(max: 1) { elements in
        join(
          elements.enumerated().map { index, element in
            var start = seed.with(element).binding(name, to: element)
            start.index = index
            // The element's name ends here too.
            return site.run.stream(ofNested: plan, from: start, at: site).mapError {
              site.stepError($0).leaving(for: seed)
            }
          })
      }
    }
  }

  private var keys: [String]? {
    if case .declared(let inputs, keyed: true) = self { return inputs.map { $0.key ?? "" } }
    return nil
  }
}
