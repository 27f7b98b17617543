import Diagnostics
import Files
import PipelineLanguage
import RunEvents

extension RunRefusal {
  /// A run that these keep from beginning.
  init(
    of pipeline: Pipeline?, file: String, case row: CaseDeclaration? = nil, at suite: SuitePlace = .alone,
    _ reason: Reason, _ diagnostics: [Diagnostic] = []
  ) {
    self.init(
      pipeline: pipeline?.name ?? "", file: file,
      inputSet: row.map { InputSet(number: $0.number, label: $0.label) }, startedAt: wallClock(), reason: reason,
      problems: diagnostics.map { Problem($0) }, suite: suite)
  }
}

extension RunRefusal.Problem {
  init(_ diagnostic: Diagnostic) {
    var place: SourcePlace?
    if let source = diagnostic.source, let start = diagnostic.range?.start {
      place = SourcePlace(file: source.name, line: start.line, column: start.column)
    }
    self.init(
      isError: diagnostic.severity == .error, message: diagnostic.message, place: place, reason: diagnostic.reason,
      hint: diagnostic.hint, text: DiagnosticRenderer().render(diagnostic))
  }

  init(_ error: FileError) {
    let message = "cannot \(error.operation) '\(error.path)': \(error.reason)"
    self.init(isError: true, message: message, place: nil, text: "pipeline: \(message)\n")
  }
}
