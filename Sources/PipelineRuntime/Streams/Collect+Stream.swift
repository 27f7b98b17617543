import PipelineLanguage
import Streams
import Values

extension CollectStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    let lists = size.map { upstream.collect($0) } ?? upstream.collect()
    return lists.map { values in
      // The names are those of the last value.
      (values.last ?? seed).with(TracedValue(list: values.map(\.traced)))
    }.renumbered()
  }
}
