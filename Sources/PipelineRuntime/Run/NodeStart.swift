import Diagnostics
import PipelineLanguage
import RunEvents
import Values

/// What is known of a node before anything runs.
enum NodeStart: Sendable {
  case runs
  /// Its `when` waits for other nodes' values.
  case waits
  /// Its `when` is not true, or could not be asked: nothing of it runs.
  case ends(StepError)

  var isWait: Bool { if case .waits = self { true } else { false } }
  var isEnd: Bool { if case .ends = self { true } else { false } }
}

extension RunContext {
  /// Asks the node's `when`, where that needs no other node.
  func start(ofNode place: Int) -> NodeStart {
    guard pipeline.selects(place) else { return .ends(notSelected(place)) }
    guard let condition = pipeline.nodes[place].condition else { return .runs }
    guard condition.awaited.isEmpty else { return .waits }
    do throws(StepError) {
      try ask(condition, at: site(of: condition, in: place))
      return .runs
    } catch {
      return .ends(error)
    }
  }

  /// - Throws: the skip, where the condition is not true.
  func ask(_ condition: NodeCondition, at site: StepSite) throws(StepError) {
    do throws(StepError) {
      if try site.evaluator.isTrue(condition.formula, at: RunValue(TracedValue(.null))) { return }
    } catch {
      var error = error
      // There is no value here that a reader should think of.
      error.failure.details.removeAll { $0 == "the value was null" }
      throw error
    }
    var skip = site.failure(.custom, "'when' is not true")
    skip.isSkip = true
    throw skip
  }

  private func notSelected(_ place: Int) -> StepError {
    var error = StepError(RunFailure(kind: .custom, message: "not selected", node: place))
    error.isSkip = true
    error.isNotSelected = true
    return error
  }

  func site(of condition: NodeCondition, in place: Int) -> StepSite {
    let start = condition.formula.range.start
    return StepSite(
      run: self, node: place,
      step: StepDescription(
        operation: "when", label: "when",
        place: SourcePlace(file: condition.formula.source.name, line: start.line, column: start.column)))
  }
}
