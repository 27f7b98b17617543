/// Where a stream's operators run: one signal at a time, in order, never two at once.
///
/// A queue owns a mailbox. Other threads put entries there under a lock; the queue's drain takes them all at once,
/// and keeps a line of its own, touched by nobody else, for what its operators signal to each other. A drain runs a
/// bounded number of turns and then goes to the end of the scheduler's line.
///
/// `@unchecked Sendable`: everything but `mailbox` is touched only inside `drain()`, of which at most one is in
/// flight (`isAwake`). ThreadSanitizer runs over the test that feeds one zip from two threads.
public final class SerialQueue: @unchecked Sendable {
  /// What it is called in a debugger and in a stall's message.
  public let label: String
  public let qos: QualityOfService
  /// What gives this queue its time and its threads.
  public let scheduler: any Scheduler

  private let executor: any QueueExecutor
  private let ledger: WorkLedger
  let edgeMonitor: EdgeMonitor?
  private let mailbox = Guarded(Mailbox())
  // Unchecked: every access is over before a turn runs.
  @exclusivity(unchecked) private var line = Ring<Entry>()
  @exclusivity(unchecked) private var spare: [Entry] = []
  @exclusivity(unchecked) private var unflushed: [any Flushable] = []

  /// Turns run by one drain before it lets others have the thread.
  private static let turnsPerDrain = 256

  private struct Mailbox {
    var entries: [Entry] = []
    /// A drain is under way or on its way.
    var isAwake = false
  }

  public init(
    label: String, qos: QualityOfService, scheduler: any Scheduler, executor: any QueueExecutor
  ) {
    self.label = label
    self.qos = qos
    self.scheduler = scheduler
    self.executor = executor
    self.ledger = scheduler.ledger
    edgeMonitor = scheduler.edgeMonitor
  }

  /// Runs `action` on this queue, after what is there already. Callable from anywhere.
  public func async(_ action: @escaping @Sendable () -> Void) {
    post(Action(action), .work)
  }

  /// Traps in debug builds unless the caller runs on this queue.
  public func assertCurrent() {
    #if DEBUG
      executor.preconditionCurrent(self)
    #endif
  }

  // MARK: From anywhere

  func post(_ runnable: any Runnable, _ turn: Turn, count: Int = 1) {
    let entry = Entry(runnable: runnable, turn: turn, count: Int32(count))
    let wasAwake = mailbox.withLock { box in
      box.entries.append(entry)
      defer { box.isAwake = true }
      return box.isAwake
    }
    if !wasAwake {
      ledger.queueWoke()
      executor.submit(self)
    }
  }

  // MARK: Only from within this queue's drain

  /// Adds a turn to the end of the queue's own line.
  func push(_ runnable: any Runnable, _ turn: Turn) {
    assertCurrent()
    if let last = line.last, last.pointee.id == ObjectIdentifier(runnable), last.pointee.turn == turn,
      last.pointee.count < Int32.max
    {
      last.pointee.count += 1
    } else {
      line.append(Entry(runnable: runnable, turn: turn, count: 1))
    }
  }

  /// Has `flush()` called when this drain ends.
  func flushLater(_ flushable: any Flushable) { unflushed.append(flushable) }

  /// Whether the turns of the last drain were short. The executor's, which touches it within drains alone.
  var hasShortTurns = false

  /// Runs what is there. The executor calls this once for each `submit`, never twice at once.
  public func drain() {
    var turns = SerialQueue.turnsPerDrain
    takeMail()
    while turns > 0 {
      guard var entry = line.popFirst() else {
        if takeMail() { continue }
        break
      }
      if entry.count == 1 {
        turns -= 1
        entry.runnable.run(entry.turn)
        continue
      }
      let now = min(Int(entry.count), turns)
      turns -= now
      entry.runnable.run(entry.turn, times: now)
      entry.count -= Int32(now)
      if entry.count > 0 { line.prepend(entry) }
    }
    flush()
    executor.ran(SerialQueue.turnsPerDrain - turns, of: self)
    // Asked for only now: flushing may have posted to this very queue.
    let stays = mailbox.withLock { box in
      box.isAwake = !box.entries.isEmpty || !line.isEmpty
      return box.isAwake
    }
    if stays { executor.submit(self) } else { ledger.queueSlept() }
  }

  @discardableResult
  private func takeMail() -> Bool {
    mailbox.withLock { box in swap(&box.entries, &spare) }
    if spare.isEmpty { return false }
    for entry in spare { line.append(entry) }
    spare.removeAll(keepingCapacity: spare.count <= 1024)
    return true
  }

  private func flush() {
    var next = 0
    while next < unflushed.count {
      unflushed[next].flush()
      next += 1
    }
    unflushed.removeAll(keepingCapacity: next <= 1024)
  }
}

/// Something that gathers what it sends to another queue until the drain ends.
protocol Flushable: AnyObject {
  func flush()
}

/// How a scheduler runs one of its queues.
public protocol QueueExecutor: Sendable {
  /// Has `queue.drain()` called once, soon, and never beside another drain of the same queue.
  func submit(_ queue: SerialQueue)
  /// A drain has run so many turns, and is about to let go of the queue. Called within the drain.
  func ran(_ turns: Int, of queue: SerialQueue)
  /// Traps unless the caller is inside `queue`'s drain.
  func preconditionCurrent(_ queue: SerialQueue)
}

/// How urgent a queue's work is, from least to most.
public enum QualityOfService: String, Sendable, CaseIterable {
  case background, utility, `default`, userInitiated, userInteractive
}
