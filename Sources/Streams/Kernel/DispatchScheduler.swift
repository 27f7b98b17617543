import Dispatch

/// Streams in real time on Dispatch. The one file that knows it.
///
/// Every serial queue is drained by one concurrent pool, so that thousands of busy queues take no more threads than there
/// are cores; a queue of another quality of service by the global queue of that quality. One Dispatch timer serves
/// all timers of the scheduler, through a heap, since timers of equal deadlines would otherwise fire in any order.
///
/// `@unchecked Sendable`: Dispatch objects are thread safe, though not marked so everywhere; all else is constant or
/// behind `timers`.
public final class DispatchScheduler: Scheduler, @unchecked Sendable {
  public let ledger = WorkLedger()
  public let edgeMonitor: EdgeMonitor?
  private let start = ContinuousClock.now
  private let pool = DispatchQueue(label: "streams.pool", attributes: .concurrent)
  private let timerQueue = DispatchQueue(label: "streams.timers")
  private let timerSource: any DispatchSourceTimer
  private let timers = Guarded(Timers())
  private let mainQueueSlot = Guarded<SerialQueue?>(nil)

  private struct Timers {
    var heap = TimerHeap()
    /// What the Dispatch timer is set to.
    var armedFor: Duration?
  }

  public init(edgeMonitor: EdgeMonitor? = nil) {
    self.edgeMonitor = edgeMonitor
    timerSource = DispatchSource.makeTimerSource(queue: timerQueue)
    timerSource.setEventHandler { [weak self] in self?.fireDueTimers() }
    timerSource.resume()
  }

  deinit { timerSource.cancel() }

  public var now: Duration { ContinuousClock.now - start }

  public var mainQueue: SerialQueue {
    mainQueueSlot.withLock { slot in
      if let queue = slot { return queue }
      let queue = SerialQueue(
        label: "main", qos: .userInteractive, scheduler: self, executor: MainExecutor())
      slot = queue
      return queue
    }
  }

  public func makeQueue(label: String, qos: QualityOfService) -> SerialQueue {
    let pool = qos == .default ? pool : DispatchQueue.global(qos: qos.dispatchQoS.qosClass)
    return SerialQueue(label: label, qos: qos, scheduler: self, executor: PoolExecutor(pool: pool))
  }

  // MARK: Timers

  public func arm(_ timer: StreamTimer) {
    timers.withLock { timers in
      timers.heap.insert(timer)
      if timers.armedFor.map({ timer.deadline < $0 }) ?? true { set(&timers, to: timer.deadline) }
    }
  }

  public func disarm(_ timer: StreamTimer) { timers.withLock { $0.heap.remove(timer) } }

  private func set(_ timers: inout Timers, to deadline: Duration) {
    timers.armedFor = deadline
    let wait = max(deadline - now, .zero).components
    let (seconds, nanoseconds) = (Int(min(wait.seconds, 1 << 30)), Int(wait.attoseconds / 1_000_000_000))
    timerSource.schedule(deadline: .now() + .seconds(seconds) + .nanoseconds(nanoseconds), leeway: .microseconds(100))
  }

  private func fireDueTimers() {
    let due = timers.withLock { timers in
      timers.armedFor = nil
      let now = now
      var due: [StreamTimer] = []
      while let timer = timers.heap.popFirst(until: now) { due.append(timer) }
      if let next = timers.heap.nextDeadline() { set(&timers, to: next) }
      return due
    }
    for timer in due { timer.fire() }
  }

  /// `@unchecked`: a Dispatch queue may be used from anywhere.
  private struct PoolExecutor: QueueExecutor, @unchecked Sendable {
    let pool: DispatchQueue

    func submit(_ queue: SerialQueue) { Worker.submit(queue, to: pool) }

    func ran(_ turns: Int, of queue: SerialQueue) { Worker.current.ran(turns, of: queue) }

    func preconditionCurrent(_ queue: SerialQueue) { Worker.preconditionRuns(queue) }
  }

  private struct MainExecutor: QueueExecutor {
    func submit(_ queue: SerialQueue) { DispatchQueue.main.async { Worker.current.drain(queue) } }

    func ran(_ turns: Int, of queue: SerialQueue) { Worker.current.ran(turns, of: queue) }

    func preconditionCurrent(_ queue: SerialQueue) { Worker.preconditionRuns(queue) }
  }
}

extension QualityOfService {
  fileprivate var dispatchQoS: DispatchQoS {
    switch self {
    case .background: .background
    case .utility: .utility
    case .default: .default
    case .userInitiated: .userInitiated
    case .userInteractive: .userInteractive
    }
  }
}
