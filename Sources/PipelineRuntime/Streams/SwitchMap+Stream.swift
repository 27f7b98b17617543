import PipelineLanguage
import Streams

extension SwitchMapStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    let plan = site.run.plan(of: chain, in: site.node)
    return upstream.switchMap { site.run.stream(ofNested: plan, from: $0, at: site) }.renumbered()
  }
}
