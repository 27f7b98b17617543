import Synchronization

/// The running part of a `Multicast`: leads signals to the machine and does what that says.
///
/// `@unchecked Sendable`: touched on `queue` alone, except for what never changes; `add` and `keepPlace` only post.
final class MulticastCore: Inlet, Runnable, @unchecked Sendable {
  let queue: SerialQueue
  let label: String
  // Nothing here calls back, so no access ever overlaps another.
  @exclusivity(unchecked) var machine: MulticastStateMachine
  private(set) var end: Completion?

  private let publisher: AnySource
  /// In the order of their places.
  private var consumers: [MulticastConsumer] = []
  /// Consumers that left and are still in `consumers`.
  private var gone = 0
  private var subscribed = 0
  private var expected: Int?
  @exclusivity(unchecked) private var upstream: Link?
  private var isSettling = false
  /// Nobody can subscribe any more.
  private var isAbandoned = false
  private let used = Atomic<Bool>(false)
  private let isMonitored: Bool
  private var stalls = MulticastStalls()

  init(upstream: AnySource, queue: SerialQueue, label: String, machine: consuming MulticastStateMachine) {
    publisher = upstream
    self.queue = queue
    self.label = label
    self.machine = machine
    isMonitored = queue.edgeMonitor != nil
  }

  func edgeName(at port: Int) -> String { "\(label) (shared)" }

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

  /// For a consumer that subscribes later. From anywhere.
  func keepPlace(rank: Int, name: String?) -> KeptPlace {
    markUsed()
    let consumer = MulticastConsumer(core: self, edge: nil, rank: rank, name: name)
    queue.post(Action { self.admit(consumer) }, .work)
    return KeptPlace(consumer, on: queue)
  }

  private func admit(_ consumer: MulticastConsumer) {
    consumer.id = subscribed
    subscribed += 1
    let place = machine.admit(rank: consumer.rank)
    consumers.insert(consumer, at: place)
    for later in place..<consumers.count { consumers[later].place = later }
    consumer.start()
    connectIfReady()
  }

  func leave(_ consumer: MulticastConsumer) {
    machine.leave(consumer.place)
    gone += 1
    if gone * 2 > consumers.count {
      machine.removeThoseThatLeft()
      consumers.removeAll(where: \.isOver)
      for (place, consumer) in consumers.enumerated() { consumer.place = place }
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
    guard !machine.isReplaying || isAbandoned, let upstream = upstream.take() else { return }
    upstream.cancel()
    if end == nil { end = .failure(StreamCancelled()) }
  }

  var lines: [MulticastLine] {
    consumers.filter { !$0.isOver }.map { consumer in
      let line = machine.lines[consumer.place]
      return MulticastLine(
        name: consumer.name, count: machine.waiting(at: consumer.place), capacity: line.capacity,
        highWaterMark: line.highWaterMark)
    }
  }

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
    for consumer in consumers where machine.passes(at: consumer.place) { consumer.edge?.send(copy value) }
    if machine.keep(value) { settleLater() }
    if isMonitored { for consumer in consumers where !consumer.isOver { consumer.noteWaiting() } }
  }

  func receive(completion: Completion, at port: Int) { stop(with: completion) }

  func stop(with completion: Completion) {
    if end != nil { return }
    end = completion
    let upstream = upstream.take()
    upstream?.cancel()
    stalls.forgetAll(of: self)
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
    guard let upstream, end == nil else {
      machine.letGo()
      return stalls.forgetAll(of: self)
    }
    switch machine.settle() {
    case .ask(let demand):
      stalls.forgetAll(of: self)
      upstream.request(demand)
    case .stuck: stalls.report(consumers.filter { machine.isFull($0.place) }, of: self)
    case .nothing: stalls.forgetAll(of: self)
    }
  }

  /// The scheduler found nothing else to do, and this line the smallest.
  func relieve(_ id: Int, _ names: [String]) {
    stalls.wasRelieved(id)
    guard end == nil, let consumer = consumers.first(where: { $0.id == id }), machine.isFull(consumer.place) else {
      return
    }
    if machine.grow(consumer.place) {
      settleLater()
    } else {
      stop(with: .failure(StallError(edges: names, capacity: machine.lines[consumer.place].capacity)))
    }
  }
}
