import Diagnostics
import Files
import PipelineLanguage
import RunEvents

/// How long runs took before, by their file and case.
struct RunTimings {
  private var sums: [Key: (seconds: Double, count: Int)] = [:]

  private struct Key: Hashable {
    let file: String
    /// The number of its case.
    let set: Int?

    init(_ file: String, _ set: Int?) {
      self.file = Paths.normalized(file)
      self.set = set
    }
  }

  init() {}

  /// What the events in these files tell. A run that was cut short or ended from outside tells nothing.
  init(reading paths: [String]) throws {
    for path in paths {
      let events = try RecordedEvents(path)
      var run = RunSummary(detail: .counts)
      while let event = try events.next() {
        if case .runStarted = event.kind { run = RunSummary(detail: .counts) }
        run.apply(event)
        guard case .runFinished(let outcome) = event.kind, let description = run.run else { continue }
        if case .cancelled = outcome { continue }
        let key = Key(description.file, description.inputSet?.number)
        let before = sums[key] ?? (0, 0)
        sums[key] = (before.seconds + run.duration / .seconds(1), before.count + 1)
      }
    }
  }

  /// Seconds, on average.
  func duration(of run: PlannedRun) -> Double? {
    sums[Key(run.pipeline.source.name, run.inputSet?.number)].map { $0.seconds / Double($0.count) }
  }
}
