import Diagnostics
import PipelineLanguage
import RunEvents
import Streams
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

  /// A failure that begins here; at `value`, where there is one.
  func failure(
    _ kind: RunFailure.Kind, _ message: String, details: [String] = [], at value: RunValue? = nil
  ) -> StepError {
    StepError(fault(kind, message, details: details), scope: value)
  }

  func fault(
    _ kind: RunFailure.Kind, _ message: String, details: [String] = [], request: RequestDescription? = nil,
    response: ResponseDescription? = nil
  ) -> RunFailure {
    RunFailure(
      kind: kind, message: message, node: node, step: step, details: details, request: request, response: response,
      sourceLine: sourceLine)
  }

  private var sourceLine: String? {
    let source = run.pipeline.source
    let bytes = source.byteRange(ofLine: step.place.line)
    return bytes.count <= Self.longestLine ? source.text(in: bytes) : nil
  }

  /// In bytes; a file on one line is not told with each of its failures.
  private static let longestLine = 500

  /// Any failure as one that can be told: one of the streams' own begins here.
  func stepError(_ error: any Error) -> StepError {
    switch error {
    case let error as StepError: error
    case let error as CombinedFailure: combined(error.failures.map { stepError($0.error) })
    default: failure(error is StallError ? .stall : .custom, "\(error)")
    }
  }

  /// One failure for all of several; where there is but one, that one.
  private func combined(_ all: [StepError]) -> StepError {
    let failed = all.filter { !$0.isSkip }
    let errors = failed.isEmpty ? Array(all.prefix(1)) : failed
    guard let first = errors.first, errors.count > 1 else { return errors.first ?? failure(.custom, "an input failed") }
    let lines = errors.map { "\(name(ofNode: $0.failure.node)): \($0.failure.message)" }
    let rest = lines.count > 3 ? "; and \(lines.count - 3) more" : ""
    // A finding weighs more than a fault of the way.
    let kind = (errors.first { !$0.failure.isTransportFault } ?? first).failure.kind
    return failure(
      kind, "\(lines.count) of the inputs failed: \(lines.prefix(3).joined(separator: "; "))\(rest)", details: lines)
  }

  /// What the names mean to one who handles the failure in a chain that began with `seed`; the value is what `$error`
  /// shows.
  func scope(of error: StepError, from seed: RunValue) -> RunValue {
    (error.scope ?? seed).with(errorObject(error))
  }

  func errorObject(_ error: StepError) -> TracedValue {
    run.events.traced(error.object(nodeName: name(ofNode: error.failure.node)))
  }

  private func name(ofNode place: Int) -> String { run.pipeline.nodes[place].name }
}
