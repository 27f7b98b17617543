/// A run that was asked for and did not begin, with what stood in its way.
package struct RunRefusal: Sendable {
  /// The pipeline's name; empty where its file did not tell.
  package var pipeline: String
  /// As the user wrote it.
  package var file: String
  package var inputSet: InputSet?
  /// When it would have begun: seconds since 1970-01-01T00:00:00Z.
  package var startedAt: Double
  package var reason: Reason
  package var problems: [Problem]
  package var suite: SuitePlace

  package init(
    pipeline: String, file: String, inputSet: InputSet? = nil, startedAt: Double, reason: Reason,
    problems: [Problem] = [], suite: SuitePlace = .alone
  ) {
    self.pipeline = pipeline
    self.file = file
    self.inputSet = inputSet
    self.startedAt = startedAt
    self.reason = reason
    self.problems = problems
    self.suite = suite
  }

  package enum Reason: Sendable, Equatable {
    /// The file has a mistake.
    case invalidFile
    /// The file, or one that it needs, cannot be read.
    case unreadable
    /// An input has no value that can be used, or something else of the command line does not fit.
    case usage
    /// Nothing is wrong with it; others that were to run with it cannot.
    case others
    /// What it did was not told, or is lost.
    case missing
    /// All runs were ended before its turn came.
    case ended(CancellationReason)
  }

  /// One thing that is wrong, as `check` tells it.
  package struct Problem: Sendable, Equatable {
    /// Or a warning.
    package var isError: Bool
    package var message: String
    package var place: SourcePlace?
    package var reason: String?
    package var hint: String?
    /// All of it, with the line of the file: what a terminal shows, without colour.
    package var text: String

    package init(
      isError: Bool, message: String, place: SourcePlace?, reason: String? = nil, hint: String? = nil, text: String
    ) {
      self.isError = isError
      self.message = message
      self.place = place
      self.reason = reason
      self.hint = hint
      self.text = text
    }
  }

  /// What the process's exit status would be for it alone.
  package var exitStatus: Int32 {
    switch reason {
    case .invalidFile: 2
    case .unreadable, .missing, .ended(.deadline): 3
    case .usage: 1
    case .others, .ended(.failFast): 0
    case .ended(.signal(let number)): 128 + number
    }
  }

  package var title: String { runTitle(pipeline, file, inputSet, suite) }
}

/// A run's name, with the case and the repetition where there are several.
func runTitle(_ pipeline: String, _ file: String, _ inputSet: InputSet?, _ suite: SuitePlace) -> String {
  var title = pipeline.isEmpty ? file : pipeline
  if let inputSet {
    title += " [\(inputSet.label.isEmpty ? "\(inputSet.number)" : "\(inputSet.number): \(inputSet.label)")]"
  }
  if let repetition = suite.repetition { title += " (\(repetition.number) of \(repetition.count))" }
  return title
}
