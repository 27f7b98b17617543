import Synchronization

/// The running part of a `Multicast`.
///
/// `@unchecked Sendable`: touched on `queue` alone, except for what never changes; `add` only posts.
final class MulticastCore: Inlet, Runnable, @unchecked Sendable {
  struct Limits {
    let capacity: Int
    let maximum: Int
  }

  let queue: SerialQueue
  let label: String
  let limits: Limits
  let isReplaying: Bool
  /// With `isReplaying`, all values so far.
  private(set) var log: [Payload] = []
  private(set) var end: Completion?

  private let publisher: AnySource
  private var consumers: [MulticastConsumer] = []
  /// Consumers that left and are still in `consumers`.
  private var gone = 0
  private var subscribed = 0
  private var expected: Int?
  private var upstream: Link?
  private var owed = 0
  private var isSettling = false
  /// Nobody can subscribe any more.
  private var isAbandoned = false
  private let used = Atomic<Bool>(false)
  private var stalled: [Int] = []

  init(upstream: AnySource, queue: SerialQueue, label: String, limits: Limits, isReplaying: Bool) {
    publisher = upstream
    self.queue = queue
    self.label = label
    self.limits = limits
    self.isReplaying = isReplaying
  }

  // MARK: Consumers

  /// Runs on `current`, anywhere.
  func add(_ edge: Link, rank: Int, name: String?, from current: SerialQueue) {
    markUsed()
    let consumer = MulticastConsumer(core: self, edge: edge, rank: rank, name: name)
    if current === queue {
      admit(consumer)
    } else {
      queue.post(Action { self.admit(consumer) }, .work)
    }
  }

  private func admit(_ consumer: MulticastConsumer) {
    consumer.id = subscribed
    subscribed += 1
    var place = consumers.count
    while place > 0, consumers[place - 1].rank > consumer.rank { place -= 1 }
    consumers.insert(consumer, at: place)
    consumer.edge.bind(consumer, on: queue, from: queue)
    consumer.serve()
    connectIfReady()
  }

  func leave(_ consumer: MulticastConsumer) {
    gone += 1
    if gone * 2 > consumers.count {
      consumers.removeAll { $0.isOver }
      gone = 0
    }
    if consumers.isEmpty { lastOneLeft() }
    settleLater()
  }

  /// Whether it was ever connected or subscribed to. From anywhere.
  var isUsed: Bool { used.load(ordering: .acquiring) }

  func markUsed() { used.store(true, ordering: .releasing) }

  func abandon() {
    isAbandoned = true
    if consumers.isEmpty { lastOneLeft() }
  }

  private func lastOneLeft() {
    guard !isReplaying || isAbandoned, let upstream = upstream.take() else { return }
    upstream.cancel()
    if end == nil { end = .failure(StreamCancelled()) }
  }

  var lines: [MulticastLine] { consumers.filter { !$0.isOver }.map(\.line) }

  // MARK: The stream

  func connect(expecting count: Int) {
    expected = min(expected ?? count, count)
    connectIfReady()
  }

  private func connectIfReady() {
    guard let expected, subscribed >= expected, upstream == nil, end == nil else { return }
    upstream = publisher.connect(to: self, on: queue, in: queue, from: queue)
    if subscribed > 0, consumers.isEmpty { lastOneLeft() }
    settleLater()
  }

  func receive(_ value: consuming Payload, at port: Int) {
    owed -= 1
    if isReplaying { log.append(copy value) }
    for consumer in consumers { consumer.offer(copy value) }
    settleLater()
  }

  func receive(completion: Completion, at port: Int) { stop(with: completion) }

  func stop(with completion: Completion) {
    if end != nil { return }
    end = completion
    let upstream = upstream.take()
    upstream?.cancel()
    forgetStalls()
    for consumer in consumers { consumer.serve() }
  }

  /// Once all that is in line on this queue has been heard: asks for what there is room and a wish for.
  func settleLater() {
    if isSettling { return }
    isSettling = true
    queue.push(self, .work)
  }

  func run(_ turn: Turn) {
    isSettling = false
    guard let upstream, end == nil else { return forgetStalls() }
    var wish = 0
    var room = limits.capacity
    var starves = false
    for consumer in consumers where !consumer.isOver {
      wish = max(wish, consumer.wish)
      if !isReplaying { room = min(room, consumer.room) }
      if consumer.isStarving { starves = true }
    }
    let wanted = min(room, wish) - owed
    // In halves, so that each request is worth its way.
    if wanted > 0, owed <= min(room, wish) / 2 {
      owed += wanted
      upstream.request(.max(wanted))
    }
    if owed == 0, room == 0, starves { reportStalls() } else { forgetStalls() }
  }

  // MARK: Stalls

  private func reportStalls() {
    let ledger = queue.scheduler.ledger
    for consumer in consumers where !consumer.isOver && consumer.room == 0 && !stalled.contains(consumer.id) {
      stalled.append(consumer.id)
      ledger.edgeStalled(
        key(consumer.id),
        StalledEdge(name: consumer.name, capacity: consumer.capacity, queue: queue) { [self, id = consumer.id] names in
          relieve(id, names)
        })
    }
  }

  private func forgetStalls() {
    if stalled.isEmpty { return }
    for id in stalled { queue.scheduler.ledger.edgeMoves(key(id)) }
    stalled = []
  }

  /// The scheduler found nothing else to do, and this line the smallest.
  private func relieve(_ id: Int, _ names: [String]) {
    stalled.removeAll { $0 == id }
    guard end == nil, let consumer = consumers.first(where: { $0.id == id }), !consumer.isOver, consumer.room == 0
    else { return }
    if consumer.capacity >= limits.maximum {
      stop(with: .failure(StallError(edges: names, capacity: consumer.capacity)))
    } else {
      consumer.capacity = min(consumer.capacity * 2, limits.maximum)
      settleLater()
    }
  }

  private func key(_ id: Int) -> StallKey { StallKey(node: ObjectIdentifier(self), consumer: id) }
}
