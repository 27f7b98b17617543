import PipelineLanguage
import RunEvents
import Values

/// A step in a run: where it stands, and all that it may use. Held by everything that is made for each value.
final class StepSite: Sendable {
  let run: RunContext
  /// The place of the node whose chain it is in.
  let node: Int
  let step: StepDescription

  init(run: RunContext, node: Int, step: StepDescription) {
    self.run = run
    self.node = node
    self.step = step
  }

  var evaluator: Evaluator { Evaluator(site: self) }

  /// A failure that begins here.
  func failure(_ kind: RunFailure.Kind, _ message: String, details: [String] = []) -> StepError {
    StepError(fault(kind, message, details: details))
  }

  func fault(
    _ kind: RunFailure.Kind, _ message: String, details: [String] = [], request: RequestDescription? = nil,
    response: ResponseDescription? = nil
  ) -> RunFailure {
    RunFailure(
      kind: kind, message: message, node: node, step: step, details: details, request: request, response: response)
  }

  /// Any failure as one that can be told: what is not one of ours is a broken promise of the program, and says so.
  func stepError(_ error: any Error) -> StepError {
    if let error = error as? StepError { return error }
    return failure(.custom, "\(error)")
  }

  func errorObject(_ error: StepError) -> JSONValue {
    error.object(nodeName: run.pipeline.nodes[error.failure.node].name)
  }
}
