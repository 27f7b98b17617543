package import RunEvents
import Synchronization

/// What GitHub Actions shows of runs: an annotation at the line of each failure, and a summary of the job.
package final class GitHubReporter: Reporter {
  private let annotate: @Sendable (String) -> Void
  private let summarize: @Sendable (String) -> Void
  private let path: @Sendable (String) -> String
  private let state = Mutex(State())

  private struct State {
    var run: RunSummary?
    var finished: [RunSummary] = []
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
    case .runStarted, .runRefused: endRun()
    default: break
    }
    let isOver = state.withLock { state in
      if state.run == nil { state.run = RunSummary(detail: .counts) }
      state.run?.apply(event)
      switch event.kind {
      case .runFinished, .runRefused: return true
      default: return false
      }
    }
    if isOver { endRun() }
  }

  package func finish() { endRun() }

  /// After the last run.
  package func close() {
    endRun()
    let runs = state.withLock(\.finished)
    if !runs.isEmpty { summarize(GitHubSummary.text(of: runs)) }
  }

  private func endRun() {
    let run = state.withLock { state in
      let run = state.run.take()
      if let run { state.finished.append(run) }
      return run
    }
    let text = run.map { GitHubAnnotations.text(of: $0, path: path) } ?? ""
    if !text.isEmpty { annotate(text) }
  }
}
