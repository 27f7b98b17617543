import PipelineLanguage
import Streams

extension SubscribeOnStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.subscribe(on: site.run.queue(quality, for: site.node))
  }
}
