import PipelineLanguage
import RunEvents
import Streams
import Values

extension MapErrorStep: TransformOperation {
  func stream(after upstream: AnyPublisher<RunValue>, from seed: RunValue, at site: StepSite) -> AnyPublisher<RunValue>
  {
    upstream.mapError { error in
      let error = site.stepError(error)
      if error.isSkip { return error }
      do {
        return try rewritten(error, from: seed, at: site)
      } catch {
        return error
      }
    }
  }

  /// The failure with its new words; throws where they cannot be made.
  private func rewritten(_ failed: StepError, from seed: RunValue, at site: StepSite) throws(StepError) -> StepError {
    let scope = site.scope(of: failed, from: seed)
    let old = "the failure was: \(failed.failure.message)"
    let new: JSONValue
    do throws(StepError) {
      new = try site.evaluator.single(transform, at: scope, ["error": scope.traced]).value
    } catch {
      var fault = error
      fault.failure.details.append(old)
      throw fault
    }
    guard let message = new.stringValue ?? new["message"]?.stringValue else {
      throw site.failure(
        .expression, "mapError must give a message", details: ["it gave \(new.text())", old], at: failed.scope)
    }
    var rewritten = failed
    rewritten.failure.message = message
    rewritten.failure.details.insert("was: \(failed.failure.message)", at: 0)
    // Of another node's failure this makes one of this node, so that the new words are told.
    if failed.failure.node != site.node {
      rewritten.failure.node = site.node
      rewritten.failure.step = site.step
    }
    return rewritten
  }
}
