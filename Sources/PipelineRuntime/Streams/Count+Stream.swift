import PipelineLanguage
import Streams
import Values

extension CountStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.count().map { RunValue(.number(JSONNumber($0))) }
  }
}
