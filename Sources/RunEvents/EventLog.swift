import Dispatch
import Synchronization

/// The one ordered log of a run: stamps what happens, masks it, and hands it to the reporters.
///
/// Any thread may append. Reporters are called on a serial queue of the log's own, in order, and no lock is held
/// meanwhile; so a slow terminal holds back neither streams nor transfers, until `pendingLimit` events wait and
/// `append` waits with them.
package final class EventLog: Sendable {
  /// What any of the reporters wants told. The runtime asks before it makes a thing that may not be read.
  package let wanted: EventDetail

  private let reporters: [any Reporter]
  private let clock: @Sendable () -> Duration
  private let pendingLimit: Int
  private let queue = DispatchQueue(label: "pipeline.events")
  private let room = DispatchSemaphore(value: 0)
  private let state: Mutex<State>

  private static let tickInterval = DispatchTimeInterval.milliseconds(80)
  /// How long an event may wait for others. Waking a thread costs more than telling of what a request does.
  private static let patience = DispatchTimeInterval.milliseconds(5)
  /// So many do not wait any longer.
  private static let batchSize = 256

  private enum Drain {
    case none, later, now
  }

  private struct State {
    var pending: [RunEvent] = []
    var nextSequence = 0
    /// What is to take the pending events.
    var drain = Drain.none
    var isFinished = false
    /// Threads that wait for `room`.
    var waiting = 0
    var mask: SecretMask
  }

  /// - Parameters:
  ///   - reporters: Called in this order for each event.
  ///   - mask: What is hidden from the first event on; `hide(_:)` adds to it.
  ///   - pendingLimit: How many events may wait before `append` blocks.
  ///   - clock: The time since the run's start, never going back. Called with the log's lock held.
  package init(
    reporters: [any Reporter], mask: SecretMask = SecretMask(), pendingLimit: Int = 1 << 15,
    clock: @escaping @Sendable () -> Duration
  ) {
    self.reporters = reporters
    self.clock = clock
    self.pendingLimit = pendingLimit
    wanted = reporters.reduce(into: []) { $0.formUnion($1.wanted) }
    state = Mutex(State(mask: mask))
    if wanted.contains(.ticks) { scheduleTick() }
  }

  /// Notes that something happened now. Dropped after `finish()`, and where it is progress that nobody wants.
  ///
  /// Not to be called by a reporter.
  package func append(_ kind: RunEvent.Kind) {
    switch kind {
    case .requestProgress where !wanted.contains(.progress): return
    case .requestStarted, .requestFinished, .requestFailed, .requestCancelled:
      if !wanted.contains(.requests) { return }
    default: break
    }
    let (drain, mustWait) = state.withLock { state -> (Drain, Bool) in
      guard !state.isFinished else { return (.none, false) }
      state.pending.append(RunEvent(sequence: state.nextSequence, time: clock(), kind: kind))
      state.nextSequence += 1
      let mustWait = state.pending.count >= pendingLimit
      if mustWait { state.waiting += 1 }
      let wanted = mustWait || state.pending.count >= Self.batchSize ? Drain.now : .later
      guard state.drain == .none || state.drain == .later && wanted == .now else { return (.none, mustWait) }
      state.drain = wanted
      return (wanted, mustWait)
    }
    switch drain {
    case .none: break
    // A log that is let go of has been finished, and so drained, before.
    case .later: queue.asyncAfter(deadline: .now() + Self.patience) { [weak self] in self?.drain() }
    case .now: queue.async { self.drain() }
    }
    if mustWait { room.wait() }
  }

  /// Masks a text from here on: in every event appended after this call, and perhaps in some that are waiting.
  package func hide(_ secret: String) {
    state.withLock { $0.mask.insert(secret) }
  }

  /// What is hidden at this time.
  package var mask: SecretMask { state.withLock(\.mask) }

  /// Waits until everything appended before is with the reporters. Not to be called by a reporter.
  package func flush() {
    queue.sync { drain() }
  }

  /// Delivers what is waiting, then tells the reporters that nothing follows. Idempotent; not to be called by a reporter.
  package func finish() {
    let isFirst = state.withLock { state in
      defer { state.isFinished = true }
      return !state.isFinished
    }
    queue.sync {
      drain()
      guard isFirst else { return }
      for reporter in reporters { reporter.finish() }
    }
  }

  /// Takes what waits and delivers it, until nothing does. On `queue`.
  private func drain() {
    dispatchPrecondition(condition: .onQueue(queue))
    var events: [RunEvent] = []
    while let mask = takePending(into: &events) {
      for event in events {
        let event = mask.masked(event)
        for reporter in reporters { reporter.receive(event) }
      }
      events.removeAll(keepingCapacity: events.capacity <= Self.batchSize * 4)
      for reporter in reporters { reporter.flush() }
    }
  }

  /// Moves what waits into `events`, which must be empty; `nil` if nothing does.
  private func takePending(into events: inout [RunEvent]) -> SecretMask? {
    let (mask, waiting) = state.withLock { state -> (SecretMask?, Int) in
      swap(&state.pending, &events)
      guard !events.isEmpty else {
        state.drain = .none
        return (nil, 0)
      }
      defer { state.waiting = 0 }
      return (state.mask, state.waiting)
    }
    for _ in 0..<waiting { room.signal() }
    return mask
  }

  private func scheduleTick() {
    queue.asyncAfter(deadline: .now() + Self.tickInterval) { [weak self] in self?.tick() }
  }

  private func tick() {
    guard !state.withLock(\.isFinished) else { return }
    drain()
    let now = clock()
    for reporter in reporters where reporter.wanted.contains(.ticks) { reporter.tick(at: now) }
    scheduleTick()
  }
}
