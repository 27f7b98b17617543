/// A scheduler whose clock stands still while there is work and then jumps to the next timer.
///
/// One thread, the one that calls `run()`, drains the queues in the order they woke, so that a run is the same every
/// time. Other threads may post; what they bring is seen by the run that is under way or by the next.
public final class VirtualScheduler: Scheduler {
  private let state = Guarded(State())
  public let ledger = WorkLedger()
  public let edgeMonitor: EdgeMonitor?
  private let mainQueueSlot = Guarded<SerialQueue?>(nil)

  private struct State {
    var now = Duration.zero
    var ready: [SerialQueue] = []
    var readyHead = 0
    var timers = TimerHeap()
    var draining: ObjectIdentifier?

    mutating func nextReady() -> SerialQueue? {
      if readyHead == ready.count {
        ready.removeAll(keepingCapacity: true)
        readyHead = 0
        return nil
      }
      let queue = ready[readyHead]
      readyHead += 1
      if readyHead == 1024 {
        ready.removeFirst(readyHead)
        readyHead = 0
      }
      draining = ObjectIdentifier(queue)
      return queue
    }
  }

  public init(edgeMonitor: EdgeMonitor? = nil) { self.edgeMonitor = edgeMonitor }

  public var now: Duration { state.withLock { $0.now } }

  public var mainQueue: SerialQueue {
    mainQueueSlot.withLock { slot in
      if let queue = slot { return queue }
      let queue = makeQueue(label: "main", qos: .default)
      slot = queue
      return queue
    }
  }

  public func makeQueue(label: String, qos: QualityOfService) -> SerialQueue {
    SerialQueue(label: label, qos: qos, scheduler: self, executor: Executor(scheduler: self))
  }

  public func arm(_ timer: StreamTimer) { state.withLock { $0.timers.insert(timer) } }

  public func disarm(_ timer: StreamTimer) { state.withLock { $0.timers.remove(timer) } }

  /// Runs all work, and every timer up to `limit` in order, then returns with the clock at `limit`, or at the last
  /// timer where there is none. Not from within a queue.
  public func run(until limit: Duration? = nil) {
    while true {
      while let queue = state.withLock({ $0.nextReady() }) { queue.drain() }
      let timer = state.withLock { state -> StreamTimer? in
        state.draining = nil
        guard let deadline = state.timers.nextDeadline() else { return nil }
        if let limit, deadline > limit { return nil }
        state.now = max(state.now, deadline)
        return state.timers.popFirst(until: deadline)
      }
      guard let timer else { break }
      timer.fire()
    }
    if let limit { state.withLock { $0.now = max($0.now, limit) } }
  }

  /// Moves the clock on by `interval`, running what falls due.
  public func advance(by interval: Duration) { run(until: now + interval) }

  /// `@unchecked` is not needed: a weak reference would be, and the scheduler outlives its queues through them.
  private struct Executor: QueueExecutor {
    let scheduler: VirtualScheduler

    func submit(_ queue: SerialQueue) { scheduler.state.withLock { $0.ready.append(queue) } }

    func ran(_ turns: Int, of queue: SerialQueue) {}

    func preconditionCurrent(_ queue: SerialQueue) {
      precondition(
        scheduler.state.withLock { $0.draining } == ObjectIdentifier(queue), "not on the queue '\(queue.label)'")
    }
  }
}
