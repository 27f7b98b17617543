import PipelineLanguage
import RunEvents
import Streams
import Values

extension MapErrorStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, at site: StepSite) -> AnyPublisher<RunValue> {
    upstream.mapError { error in
      let error = site.stepError(error)
      do {
        let object = site.errorObject(error)
        let new = try site.evaluator.single(transform, at: RunValue(object), ["error": object])
        guard let message = new.stringValue ?? new["message"]?.stringValue else {
          return site.failure(
            .expression, "mapError must give a message",
            details: ["it gave \(new.text())", "the failure was: \(error.failure.message)"])
        }
        var rewritten = error
        rewritten.failure.message = message
        rewritten.failure.node = site.node
        rewritten.failure.details.insert("was: \(error.failure.message)", at: 0)
        return rewritten
      } catch {
        return error
      }
    }
  }
}
