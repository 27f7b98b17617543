/// Where and when streams run: makes serial queues, tells the time, fires timers, and knows when nothing is left to do.
///
/// `DispatchScheduler` is real time on a pool of threads; `VirtualScheduler` is one thread and a clock that jumps.
public protocol Scheduler: AnyObject, Sendable {
  /// The time since this scheduler started.
  var now: Duration { get }

  /// A new queue. Queues of one scheduler run side by side.
  func makeQueue(label: String, qos: QualityOfService) -> SerialQueue

  /// The queue that `receiveOn: main` means.
  var mainQueue: SerialQueue { get }

  /// What is under way.
  var ledger: WorkLedger { get }

  /// Counts what waits at this scheduler's edges; nil for none.
  var edgeMonitor: EdgeMonitor? { get }

  /// Has `timer.fire()` called at its deadline, equal deadlines in the order of arming. Callable from any thread.
  func arm(_ timer: StreamTimer)

  /// Forgets a timer. Callable from any thread, and after it fired.
  func disarm(_ timer: StreamTimer)
}

extension Scheduler {
  public func makeQueue(label: String) -> SerialQueue { makeQueue(label: label, qos: .default) }

  /// Runs `action` on `queue` once no queue of this scheduler has anything to run.
  ///
  /// Outside work (requests, timers) may be under way. Actions run in the order they were registered; those registered
  /// meanwhile wait for the next such moment. Callable from any thread.
  public func whenIdle(on queue: SerialQueue, _ action: @escaping @Sendable () -> Void) {
    ledger.whenIdle(on: queue, action)
  }

  /// The same on whichever thread finds the moment, and before anything else can begin there: for short work that only
  /// hands things on.
  public func whenIdle(_ action: @escaping @Sendable () -> Void) { ledger.whenIdle(on: nil, action) }

  /// Counts one piece of outside work, until its `end()`: what it will bring has to be posted before that.
  public func beginActivity() -> Activity { Activity(ledger: ledger) }
}
