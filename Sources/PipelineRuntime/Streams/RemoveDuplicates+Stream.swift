import PipelineLanguage
import Streams
import Values

extension RemoveDuplicatesStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    guard let key else { return upstream.removeDuplicates { $0.value == $1.value }.renumbered() }
    return upstream.tryMap { value in
      (key: try site.evaluator.single(key, at: value).value, value: value)
    }.removeDuplicates { $0.key == $1.key }.map(\.value).renumbered()
  }
}
