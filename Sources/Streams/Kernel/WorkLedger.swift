import Synchronization

/// Counts what a scheduler has under way, and acts when there is nothing left.
///
/// Two counts in one atomic word: queues that are awake, and outside work (requests, timers). It is a drain that is
/// counted, never a signal.
///
/// *Idle* is no queue awake; *quiescent* is idle with no outside work either. A graph that is quiescent though not at
/// its end is stuck, and then the smallest full edge grows (Parks 1995).
public final class WorkLedger: Sendable {
  private let counts = Atomic<UInt64>(0)
  private let hasHooks = Atomic<Bool>(false)
  private let hooks = Guarded(Hooks())

  private static let queue: UInt64 = 1 << 32
  private static let outside: UInt64 = 1

  /// Without a queue the action runs on the thread that finds the moment.
  private typealias IdleStep = (queue: SerialQueue?, action: @Sendable () -> Void)

  private struct Hooks {
    var idle: [IdleStep] = []
    var stalled: [StallKey: StalledEdge] = [:]
    var nextOrder = 0
    var stalls = 0

    var isEmpty: Bool { idle.isEmpty && stalled.isEmpty }

    var smallestStalled: (key: StallKey, value: StalledEdge)? {
      stalled.min { ($0.value.capacity, $0.value.order) < ($1.value.capacity, $1.value.order) }
    }

    var stalledNames: [String] {
      stalled.values.sorted { $0.order < $1.order }.map(\.name)
    }
  }

  public init() {}

  /// Whether no queue has anything to run.
  public var isIdle: Bool { counts.load(ordering: .sequentiallyConsistent) >> 32 == 0 }

  /// Whether nothing at all is under way.
  public var isQuiescent: Bool { counts.load(ordering: .sequentiallyConsistent) == 0 }

  /// How often an edge had to grow, or fail, because everything else stood still.
  public var stallCount: Int { hooks.withLock { $0.stalls } }

  func queueWoke() { counts.add(WorkLedger.queue, ordering: .sequentiallyConsistent) }

  func queueSlept() { subtract(WorkLedger.queue) }

  func outsideBegan() { counts.add(WorkLedger.outside, ordering: .sequentiallyConsistent) }

  func outsideEnded() { subtract(WorkLedger.outside) }

  func whenIdle(on queue: SerialQueue?, _ action: @escaping @Sendable () -> Void) {
    hooks.withLock { hooks in
      hooks.idle.append((queue, action))
      hasHooks.store(true, ordering: .sequentiallyConsistent)
    }
    if isIdle { settle() }
  }

  /// Tells that an edge is full while another consumer of the same node starves.
  func edgeStalled(_ key: StallKey, _ edge: StalledEdge) {
    hooks.withLock { hooks in
      var edge = edge
      edge.order = hooks.nextOrder
      hooks.nextOrder += 1
      hooks.stalled[key] = edge
      hasHooks.store(true, ordering: .sequentiallyConsistent)
    }
  }

  func edgeMoves(_ key: StallKey) {
    hooks.withLock { hooks in
      hooks.stalled[key] = nil
      if hooks.isEmpty { hasHooks.store(false, ordering: .sequentiallyConsistent) }
    }
  }

  private func subtract(_ amount: UInt64) {
    let left = counts.subtract(amount, ordering: .sequentiallyConsistent).newValue
    if left >> 32 == 0, hasHooks.load(ordering: .sequentiallyConsistent) { settle() }
  }

  /// Takes what waits for this moment. The count is held up meanwhile, so that nobody else finds the same moment.
  private func settle() {
    let steps: [IdleStep] = hooks.withLock { hooks in
      guard isIdle else { return [] }
      var steps: [IdleStep] = []
      if !hooks.idle.isEmpty {
        steps = hooks.idle
        hooks.idle = []
      } else if isQuiescent, let (key, edge) = hooks.smallestStalled {
        // Registered again if it is still full afterwards.
        let names = hooks.stalledNames
        hooks.stalled[key] = nil
        hooks.stalls += 1
        let relieve: @Sendable () -> Void = { edge.relieve(names) }
        steps = [(edge.queue, relieve)]
      }
      if hooks.isEmpty { hasHooks.store(false, ordering: .sequentiallyConsistent) }
      if !steps.isEmpty { queueWoke() }
      return steps
    }
    if steps.isEmpty { return }
    for step in steps {
      if let queue = step.queue { queue.async(step.action) } else { step.action() }
    }
    queueSlept()
  }
}

/// Which edge of which shared node.
struct StallKey: Hashable, Sendable {
  let node: ObjectIdentifier
  let consumer: Int
}

/// A full edge that keeps a shared node from feeding its other consumers.
struct StalledEdge: Sendable {
  let name: String
  let capacity: Int
  let queue: SerialQueue
  /// Makes room, or fails with the names of all edges that are full. Runs on `queue`.
  let relieve: @Sendable (_ fullEdges: [String]) -> Void
  var order = 0
}

/// One piece of outside work that a scheduler waits for. Ending twice counts once; so does forgetting it.
public final class Activity: Sendable {
  private let ledger: WorkLedger
  private let isOver = Atomic<Bool>(false)

  init(ledger: WorkLedger) {
    self.ledger = ledger
    ledger.outsideBegan()
  }

  deinit { end() }

  /// The work is done, and what it brought is posted. Callable from any thread.
  public func end() {
    if !isOver.exchange(true, ordering: .acquiringAndReleasing) { ledger.outsideEnded() }
  }
}
