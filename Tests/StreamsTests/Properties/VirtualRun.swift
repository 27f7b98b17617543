import Streams

extension GraphPlan {
  /// Runs it on virtual time: what is wrong, nothing if all is well, and what happened.
  func runVirtually(keepsJournal: Bool = false) -> (problems: [String], journal: [String]) {
    weak var leftScheduler: VirtualScheduler?
    let count: Tracked.Count
    var problems: [String]
    let journal: [String]
    do {
      let scheduler = VirtualScheduler()
      leftScheduler = scheduler
      (problems, journal, count) = run(on: scheduler, keepsJournal: keepsJournal)
      // What letting go of the streams has posted.
      scheduler.run()
    }
    if count.value != 0 { problems.append("\(count.value) objects are left") }
    if leftScheduler != nil { problems.append("the scheduler is left") }
    return (problems, journal)
  }

  private func run(
    on scheduler: VirtualScheduler, keepsJournal: Bool
  ) -> (problems: [String], journal: [String], count: Tracked.Count) {
    let run = GraphRun(self, on: scheduler, tick: .milliseconds(1), keepsJournal: keepsJournal)
    run.start()
    for (output, probe) in zip(outputs, run.probes) {
      guard let time = output.cancelTime else { continue }
      scheduler.run(until: max(scheduler.now, run.shop.duration(time)))
      probe.cancel()
    }
    // Timeouts of an hour would strike within.
    scheduler.run(until: .seconds(3 * 3600))
    var problems = run.problems()
    if !scheduler.ledger.isQuiescent { problems.append("something is still under way") }
    run.stop()
    scheduler.run()
    if !scheduler.ledger.isQuiescent { problems.append("something is under way after the stop") }
    return (problems, run.shop.journal, run.shop.count)
  }

  /// Runs it once more, and tells all of it.
  func report() -> String {
    let run = runVirtually(keepsJournal: true)
    return (["\(self)", "Timeline:"] + run.journal + ["Wrong:"] + run.problems).joined(separator: "\n")
  }
}
