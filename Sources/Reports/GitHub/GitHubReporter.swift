package import RunEvents
import Synchronization

/// What GitHub Actions shows of runs: an annotation at the line of each failure, and a summary of the job.
package final class GitHubReporter: Reporter {
  private let annotate: @Sendable (String) -> Void
  private let summarize: @Sendable (String) -> Void
  private let path: @Sendable (String) -> String
  private let state = Mutex(State())

  private struct State {
    var runs = RunList(detail: .counts)
    /// Whether the last run's annotations are still to be written.
    var isOpen = false
  }

  package let wanted: EventDetail = .requests

  /// - Parameters:
  ///   - path: Makes of a file as the user wrote it one that starts at the repository's root.
  ///   - annotate: Takes the workflow commands of a run, whole lines, as it ends.
  ///   - summarize: Takes the Markdown of all runs, at `close()`.
  package init(
    path: @escaping @Sendable (String) -> String, annotate: @escaping @Sendable (String) -> Void,
    summarize: @escaping @Sendable (String) -> Void
  ) {
    self.path = path
    self.annotate = annotate
    self.summarize = summarize
  }

  package func receive(_ event: RunEvent) {
    switch event.kind {
    case .runStarted(let run): endRun(before: run.suite)
    case .runRefused(let refusal): endRun(before: refusal.suite)
    default: break
    }
    let isOver = state.withLock { state in
      state.runs.apply(event)
      guard let run = state.runs.runs.last else { return false }
      state.isOpen = true
      switch event.kind {
      // What comes of one that may be tried again is told by what follows.
      case .runFinished: return !run.mayBeTriedAgain
      case .runRefused: return true
      default: return false
      }
    }
    if isOver { endRun() }
  }

  package func finish() {
    if state.withLock({ $0.runs.runs.last?.mayBeTriedAgain != true }) { endRun() }
  }

  /// After the last run.
  package func close() {
    endRun()
    let runs = state.withLock(\.runs.runs)
    if !runs.isEmpty { summarize(GitHubSummary.text(of: runs)) }
  }

  /// - Parameter next: The place of the run that begins; where that is another try, this one's failures are warnings.
  private func endRun(before next: SuitePlace? = nil) {
    let run = state.withLock { state in
      defer { state.isOpen = false }
      return state.isOpen ? state.runs.runs.last : nil
    }
    guard let run else { return }
    let isSuperseded = next.map { run.isSuperseded(by: $0) } ?? false
    let text = GitHubAnnotations(level: isSuperseded ? .warning : .error, path: path).text(of: run)
    if !text.isEmpty { annotate(text) }
  }
}
