import PipelineLanguage
import Streams

extension ReceiveOnStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.receive(on: site.run.queue(queue, for: site.node))
  }
}
