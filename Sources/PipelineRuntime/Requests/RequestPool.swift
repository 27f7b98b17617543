import Streams
import Synchronization

/// Bounds how many requests each client has in flight, and starts those that are ready in declared order: by node, then
/// by place in the stream.
///
/// What becomes ready at the same moment does so on several queues, in no order. Therefore nothing is started before
/// the graph has nothing else to do, or before `patience` is over where it stays busy.
///
/// Callable from any thread; `start` is called on whichever thread finds that moment, and must only hand the request on.
final class RequestPool: Sendable {
  /// How long ready requests wait for others that may come before them.
  static let patience = Duration.milliseconds(25)

  private let queue: SerialQueue
  private let limits: [Int]
  private let slots: [ClientSlots]
  private let together: @Sendable (() -> Void) -> Void
  private let state: Mutex<State>

  fileprivate struct State {
    var waiting: [Heap<Ticket>]
    /// For each client, whether this waits for a place.
    var isQueued: [Bool]
    var nextPlace = 0
    var isFlushArmed = false
    /// How often a flush was armed, and the one that the guard looks after; `nil` where none is under way.
    var armings = 0
    var guarded: Int?

    /// Whether the caller has to arm a flush.
    mutating func arm() -> Bool {
      if isFlushArmed { return false }
      isFlushArmed = true
      armings += 1
      return true
    }
  }

  /// A request that waits for its turn or has it.
  final class Ticket: Sendable {
    let client: Int
    let node: Int
    fileprivate let place: Int
    fileprivate let start: @Sendable () -> Void
    fileprivate let phase = Mutex(Phase.waiting)

    fileprivate enum Phase { case waiting, running, over }

    fileprivate init(client: Int, node: Int, place: Int, start: @escaping @Sendable () -> Void) {
      self.client = client
      self.node = node
      self.place = place
      self.start = start
    }
  }

  /// - Parameters:
  ///   - limits: requests in flight at most, for each client; the last is the bare one's.
  ///   - slots: the clients' places, which other pipelines of the run may take too.
  ///   - together: runs what starts several requests.
  init(
    limits: [Int], slots: [ClientSlots], scheduler: any Scheduler,
    together: @escaping @Sendable (() -> Void) -> Void
  ) {
    self.together = together
    queue = scheduler.makeQueue(label: "requests")
    self.limits = limits
    self.slots = slots
    state = Mutex(State(waiting: limits.map { _ in Heap() }, isQueued: limits.map { _ in false }))
  }

  /// Has `start` called when the request's turn has come. `client` is `nil` for the bare one.
  func submit(client: Int?, node: Int, start: @escaping @Sendable () -> Void) -> Ticket {
    let client = client ?? limits.count - 1
    let (ticket, arms) = state.withLock { state in
      let ticket = Ticket(client: client, node: node, place: state.nextPlace, start: start)
      state.nextPlace += 1
      state.waiting[client].insert(ticket)
      return (ticket, state.arm())
    }
    if arms { armFlush() }
    return ticket
  }

  /// The request is over, or was not wanted any more. Idempotent.
  func finish(_ ticket: Ticket) {
    let wasRunning = ticket.phase.withLock { phase in
      defer { phase = .over }
      return phase == .running
    }
    // Where others of this pool wait for the place, it is among those that are told of it.
    if wasRunning { slots[ticket.client].giveBack() }
  }

  /// There may be a place for a request of that client.
  private func wake(_ client: Int) {
    let (isWanted, arms) = state.withLock { state in
      state.isQueued[client] = false
      return state.waiting[client].isEmpty ? (false, false) : (true, state.arm())
    }
    if !isWanted { slots[client].passOn() }
    if arms { armFlush() }
  }

  private func armFlush() {
    queue.scheduler.whenIdle { self.flush() }
    let needsGuard = state.withLock { state in
      guard state.guarded == nil else { return false }
      state.guarded = state.armings
      return true
    }
    if needsGuard { awaitPatience() }
  }

  /// One timer looks after all flushes, since setting one costs more than most of them: it may come a patience late.
  private func awaitPatience() {
    queue.async(after: Self.patience) {
      let (isOverdue, isArmed) = self.state.withLock { state in
        let isOverdue = state.isFlushArmed && state.guarded == state.armings
        let isArmed = state.isFlushArmed && !isOverdue
        state.guarded = isArmed ? state.armings : nil
        return (isOverdue, isArmed)
      }
      if isOverdue { self.flush(afterRounds: 3) }
      if isArmed { self.awaitPatience() }
    }
  }

  /// On a crowded machine time passes in which no queue had its turn: what stands in line for a thread by now comes first,
  /// and what that wakes, and what that wakes in turn.
  private func flush(afterRounds rounds: Int) {
    if rounds == 0 { return flush() }
    queue.async(after: .zero) { self.flush(afterRounds: rounds - 1) }
  }

  private func flush() {
    var ready: [Ticket] = []
    var unused: [Int] = []
    state.withLock { state in
      guard state.isFlushArmed else { return }
      state.isFlushArmed = false
      for client in limits.indices {
        while !state.waiting[client].isEmpty, take(client, &state) {
          guard let ticket = state.nextWanted(of: client) else {
            unused.append(client)
            break
          }
          ready.append(ticket)
        }
      }
    }
    // Others are told with no lock held: they may be about to tell this one.
    for client in unused { slots[client].giveBack() }
    // Across clients too, declared order rules.
    if ready.isEmpty { return }
    together {
      for ticket in ready.sorted() { ticket.start() }
    }
  }

  /// Takes a place, or sees to it that this is woken when there may be one.
  private func take(_ client: Int, _ state: inout State) -> Bool {
    if state.isQueued[client] { return slots[client].take(limit: limits[client]) }
    let slots = slots[client]
    let isTaken = slots.take(
      limit: limits[client],
      orWait: { [weak self] in
        if let self { self.wake(client) } else { slots.passOn() }
      })
    state.isQueued[client] = !isTaken
    return isTaken
  }
}

extension RequestPool.State {
  /// The next request that still waits for its turn, which it has now.
  fileprivate mutating func nextWanted(of client: Int) -> RequestPool.Ticket? {
    while let ticket = waiting[client].popLeast() {
      let isWanted = ticket.phase.withLock { phase in
        if phase == .waiting { phase = .running }
        return phase == .running
      }
      if isWanted { return ticket }
    }
    return nil
  }
}

extension RequestPool.Ticket: Comparable {
  static func < (left: RequestPool.Ticket, right: RequestPool.Ticket) -> Bool {
    (left.node, left.place) < (right.node, right.place)
  }

  static func == (left: RequestPool.Ticket, right: RequestPool.Ticket) -> Bool { left === right }
}
