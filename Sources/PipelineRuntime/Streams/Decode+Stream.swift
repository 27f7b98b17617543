import JSONSchema
import PipelineLanguage
import RunEvents
import Streams
import Values

extension DecodeStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    guard let schema = site.run.pipeline.types[type.type].schema else { return upstream }
    return upstream.tryMap { value in
      let violations = schema.violations(in: value.value, isList: type.isList)
      guard violations.isEmpty else {
        let count = violations.count == 1 ? "" : " (\(violations.count) violations)"
        throw site.failure(
          .decode, "the value is no \(type.isList ? "list of " : "")\(type.name)\(count)", details: violations,
          at: value)
      }
      site.run.events.append(.checkPassed(node: site.node, step: site.step))
      return value
    }
  }
}
