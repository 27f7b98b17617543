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
  /// Whether its turns are short, as far as is known. Not asked of the queue: once it sleeps, another thread may have it.
  private var turnsAreShort = false
  /// When its drain began, in nanoseconds.
  private var start: UInt64 = 0
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
    running = queue
    turnsAreShort = queue.hasShortTurns
    start = DispatchTime.now().uptimeNanoseconds
    queue.drain()
    running = nil
  }

  /// The drain of this thread has run so many turns.
  func ran(_ turns: Int, of queue: SerialQueue) {
    let time = DispatchTime.now().uptimeNanoseconds - start
    turnsAreShort = time < UInt64(turns) * Self.shortTurn
    queue.hasShortTurns = turnsAreShort
  }

  /// Has `queue` drained by a thread of `pool`.
  static func submit(_ queue: SerialQueue, to pool: DispatchQueue) {
    let worker = current
    if worker.pool === pool, worker.next == nil, worker.running != nil, worker.turnsAreShort {
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
