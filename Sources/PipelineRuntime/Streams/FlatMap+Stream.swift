import PipelineLanguage
import RunEvents
import Streams

extension FlatMapStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    let concurrent: Int
    do throws(EvaluationError) {
      concurrent = try concurrency.value { site.run.variable($0) }
    } catch {
      return fail(site.failure(.expression, error.message))
    }
    let plan = site.run.plan(of: chain, in: site.node)
    return upstream.flatMap(max: concurrent, order: order == "arrival" ? .arrival : .declared) { value in
      plan.stream(from: value).map { result in
        // The names that the inner chain bound end with it.
        RunValue(result.value, bindings: value.bindings, response: value.response, index: value.index)
      }
    }.renumbered()
  }
}
