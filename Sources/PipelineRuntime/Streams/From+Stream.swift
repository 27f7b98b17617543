import PipelineLanguage
import Streams

extension FromStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    site.run.stream(ofNode: node.node, for: seed, at: site)
  }
}
