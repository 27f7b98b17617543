import PipelineLanguage
import Streams
import Synchronization

extension ExpandStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    let plan = site.run.plan(of: chain, in: site.node)
    return deferred {
      let fed = FedCount()
      return upstream.expand(emitsInputs: emitsInputs) { value in
        let value = RunValue(value.traced, bindings: value.bindings, response: value.response, index: fed.next())
        return plan.stream(from: value).map { result in
          // What is bound in the chain ends with it; the response goes along with what was read from it.
          RunValue(result.traced, bindings: value.bindings, response: result.response)
        }.mapError { site.stepError($0).leaving(for: value) }
      }
    }.renumbered()
  }
}

/// Numbers the values that are fed, on the stream's queue.
private final class FedCount: Sendable {
  private let count = Atomic<Int>(0)

  func next() -> Int { count.add(1, ordering: .relaxed).oldValue }
}
