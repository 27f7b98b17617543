import PipelineLanguage
import RunEvents
import Streams

extension FlatMapStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    let concurrent: Int
    do throws(EvaluationError) {
      concurrent = try concurrency.value { site.run.variable($0)?.value }
    } catch {
      return fail(site.failure(.expression, error.message))
    }
    let plan = site.run.plan(of: chain, in: site.node)
    return upstream.flatMap(max: concurrent, order: order == "arrival" ? .arrival : .declared) { value in
      site.run.stream(ofNested: plan, from: value, at: site)
    }.renumbered()
  }
}
