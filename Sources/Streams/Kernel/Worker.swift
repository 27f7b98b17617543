import Dispatch

/// What one thread does for a pool: drains a queue, and then the queue which that drain woke.
///
/// To wake a thread costs more than to pass on a batch of values. So a drain whose turns are short keeps the first queue
/// that it wakes for its own thread, which takes it up as soon as the drain has ended, microseconds later. A drain whose
/// turns are long hands everything to the pool at once: what it wakes runs beside it.
final class Worker {
  private static let local = ThreadLocal { Worker() }

  static var current: Worker { local.value }

  /// The queue whose drain runs on this thread.
  private(set) var running: SerialQueue?
  private var pool: DispatchQueue?
  /// To be drained next.
  private var next: SerialQueue?

  /// Average lengths of turns, in nanoseconds, below which waiting for the end of a drain is not worth a thread.
  private static let shortTurn: UInt64 = 5_000
  /// Drains in a row before the pool decides again who is next.
  private static let drainsInARow = 16

  /// Drains `queue` on this thread, of `pool`, and what that wakes.
  func work(on first: SerialQueue, for pool: DispatchQueue) {
    self.pool = pool
    next = first
    var drains = 0
    while drains < Self.drainsInARow, let queue = next.take() {
      drain(queue)
      drains += 1
    }
    self.pool = nil
    if let rest = next.take() { Worker.submit(rest, to: pool) }
  }

  /// Drains `queue` on this thread.
  func drain(_ queue: SerialQueue) {
    let outer = running
    running = queue
    let start = DispatchTime.now().uptimeNanoseconds
    let turns = queue.drain()
    queue.hasShortTurns = DispatchTime.now().uptimeNanoseconds - start < UInt64(turns) * Self.shortTurn
    running = outer
  }

  /// Has `queue` drained by a thread of `pool`.
  static func submit(_ queue: SerialQueue, to pool: DispatchQueue) {
    let worker = current
    if worker.pool === pool, worker.next == nil, let running = worker.running, running.hasShortTurns {
      worker.next = queue
    } else {
      pool.async { current.work(on: queue, for: pool) }
    }
  }

  /// Traps unless this thread is inside `queue`'s drain.
  static func preconditionRuns(_ queue: SerialQueue) {
    precondition(current.running === queue, "not on the queue '\(queue.label)'")
  }
}
