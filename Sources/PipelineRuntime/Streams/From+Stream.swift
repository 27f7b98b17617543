import PipelineLanguage
import Streams

extension FromStep: SourceOperation {
  func stream(from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue> {
    site.run.stream(ofNode: node.node).map { value in
      // The names of the other chain end with it.
      RunValue(value.value, bindings: seed.bindings, index: value.index)
    }
  }
}
