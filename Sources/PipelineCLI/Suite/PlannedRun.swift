import Diagnostics
import PipelineLanguage
import PipelineRuntime
import RunEvents

/// A pipeline with one of its cases, at its place among all that run.
struct PlannedRun: Sendable {
  let pipeline: Pipeline
  let inputSet: CaseDeclaration?
  /// Which attempt it is, is added as it begins.
  var suite: SuitePlace

  func refusal(_ reason: RunRefusal.Reason, _ diagnostics: [Diagnostic] = []) -> RunRefusal {
    RunRefusal(of: pipeline, file: pipeline.source.name, case: inputSet, at: suite, reason, diagnostics)
  }
}

extension [PlannedRun] {
  /// Every file with each of its cases, and all of them as often as is asked for.
  init(of pipelines: [Pipeline], repetitions: Int) {
    let once: [(Pipeline, CaseDeclaration?)] = pipelines.flatMap { pipeline in
      guard let cases = pipeline.cases else { return [(pipeline, nil as CaseDeclaration?)] }
      return cases.map { (pipeline, $0) }
    }
    let count = once.count * repetitions
    self = (0..<repetitions).flatMap { repetition in
      once.enumerated().map { place, run in
        PlannedRun(
          pipeline: run.0, inputSet: run.1,
          suite: SuitePlace(
            place: Ordinal(repetition * once.count + place + 1, of: count),
            repetition: repetitions > 1 ? Ordinal(repetition + 1, of: repetitions) : nil))
      }
    }
  }
}
