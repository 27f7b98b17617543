import Foundation
import Streams

extension GraphPlan {
  /// Runs it on Dispatch queues: what is wrong, nothing if all is well. Blocks its thread meanwhile.
  ///
  /// - Parameter pause: What goes by before outputs that are to be cancelled are, in looks at the clock.
  func runOnDispatch(pause: Int) -> [String] {
    weak var leftScheduler: DispatchScheduler?
    var (problems, count) = ([String](), Tracked.Count())
    do {
      let scheduler = DispatchScheduler()
      leftScheduler = scheduler
      (problems, count) = run(on: scheduler, pause: pause)
    }
    // What was let go of is freed by the queues it belonged to, in a moment.
    _ = eventually { count.value == 0 && leftScheduler == nil }
    if count.value != 0 { problems.append("\(count.value) objects are left") }
    if leftScheduler != nil { problems.append("the scheduler is left") }
    return problems
  }

  private func run(on scheduler: DispatchScheduler, pause: Int) -> ([String], Tracked.Count) {
    // Delays of up to some ticks are up to two milliseconds.
    let run = GraphRun(self, on: scheduler, tick: .microseconds(100), keepsJournal: true)
    let outcomes = sharedOutcomes ?? []
    for (output, probe) in zip(outputs, run.probes) where output.cancelTime == nil {
      if case .determinate(let plan) = output.content, let outcome = plan.outcome(shared: outcomes),
        outcome.end == .never
      {
        probe.expect { values, _ in values.count >= outcome.values.count }
      } else {
        probe.expect { _, end in end != nil }
      }
    }
    run.start()
    let cancelled = zip(outputs, run.probes).filter { $0.0.cancelTime != nil }.map(\.1)
    if !cancelled.isEmpty {
      Thread.detachNewThread {
        // A random moment, and a different one each time.
        for _ in 0..<pause { _ = scheduler.now }
        for probe in cancelled { probe.cancel() }
      }
    }
    var problems: [String] = []
    for (index, (output, probe)) in zip(outputs, run.probes).enumerated() {
      let hasSettled = output.cancelTime == nil ? probe.waitUntilSettled() : probe.waitUntilCancelled()
      if !hasSettled { problems.append("out\(index) is stuck") }
    }
    // No value or end may come any more, of those that do not end either.
    waitUntilIdle(scheduler)
    problems += run.problems()
    run.stop()
    waitUntilIdle(scheduler)
    if !problems.isEmpty { problems += run.shop.journal }
    return (problems, run.shop.count)
  }

  private func waitUntilIdle(_ scheduler: DispatchScheduler) {
    let idle = DispatchSemaphore(value: 0)
    scheduler.whenIdle { idle.signal() }
    idle.wait()
  }

  /// Whether each output either ends or is known to give a certain number of values.
  var canBeAwaited: Bool {
    guard let outcomes = sharedOutcomes else { return false }
    return outputs.allSatisfy { output in
      guard case .arrival(let arrival, _) = output.content else { return true }
      // Nobody knows to the moment when a signal arrives on real queues.
      if arrival.kind.hasClock { return false }
      return arrival.plans.allSatisfy { $0.outcome(shared: outcomes)?.end != .never }
    }
  }
}
