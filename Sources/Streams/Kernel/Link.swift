/// Joins a producer to its consumer: values, then one terminal, go down it in order; credit and cancel go up.
///
/// Where both live on one queue, every signal is a turn in that queue's line. Where they do not, values cross in
/// batches and the edge is bounded: at most `window` values are on their way, and the producer gets credit for more when
/// half of them have been delivered. It never asks the producer for more than the consumer asked for, so that nothing
/// is fetched early.
///
/// The producer says where it lives when it binds; until then the edge keeps the consumer's credit.
///
/// `@unchecked Sendable`: the consumer's fields are touched on `consumerQueue` alone and the producer's on the queue it
/// bound on; what crosses does so by a mailbox or in `ascent`. The two-queue tests run under ThreadSanitizer.
final class Link: Subscription, @unchecked Sendable {
  /// Values on their way between two queues.
  static let window = 64

  // The consumer's. (Unchecked: every access here is over before anybody else is called.)
  let consumerQueue: SerialQueue
  private let port: Int
  @exclusivity(unchecked) private var inlet: (any Inlet)?
  @exclusivity(unchecked) private var isClosed = false
  @exclusivity(unchecked) private var side: Side = .unbound
  /// Asked for and not passed up yet.
  @exclusivity(unchecked) private var credit = Demand.none
  /// Passed up and not delivered yet; between two queues only.
  @exclusivity(unchecked) private var inFlight = 0
  /// Values that wait for the consumer, on its queue.
  @exclusivity(unchecked) fileprivate var inbox = Ring<Payload>()
  /// What comes after them; on one queue only.
  @exclusivity(unchecked) private var terminal: Completion?

  // The producer's.
  @exclusivity(unchecked) private var producer: (any Subscription)?
  @exclusivity(unchecked) private var producerQueue: SerialQueue?
  @exclusivity(unchecked) private var producerIsDone = false
  @exclusivity(unchecked) private var batch: Batch?
  @exclusivity(unchecked) private var isAscending = false
  @exclusivity(unchecked) private var isLocal = false

  // Crosses.
  private let ascent = Guarded(Ascent())
  private var pending: (source: AnySource, context: SerialQueue)?

  private enum Side {
    /// No producer yet.
    case unbound
    /// The producer lives on the consumer's queue.
    case local
    /// The producer lives on that queue.
    case remote(SerialQueue)
  }

  private struct Ascent {
    var credit = Demand.none
    var isCancelled = false
    var isPosted = false
  }

  /// Counts what waits here, where that was asked for.
  private let probe: EdgeProbe?

  init(to inlet: any Inlet, port: Int, on queue: SerialQueue) {
    self.inlet = inlet
    self.port = port
    self.consumerQueue = queue
    probe = queue.edgeMonitor?.probe(inlet.edgeName(at: port))
  }

  /// The consumer keeps so many of this edge's values, or the producer so many for it: for the edge's high-water mark.
  func noteHeld(_ count: Int) { probe?.note(count) }

  /// What the edge is called in its high-water mark, where the producer knows better than the consumer.
  func rename(_ name: @autoclosure () -> String) { probe?.rename(name()) }

  // MARK: The consumer's side

  func request(_ demand: Demand) {
    precondition(!demand.isNone, "a consumer must not ask for no values")
    consumerQueue.assertCurrent()
    if isClosed { return }
    credit += demand
    switch side {
    case .unbound: break
    case .local: ascend()
    case .remote(let queue): grant(to: queue)
    }
  }

  func cancel() {
    consumerQueue.assertCurrent()
    if isClosed { return }
    isClosed = true
    inlet = nil
    switch side {
    case .unbound: break
    case .local: ascend()
    case .remote(let queue): postAscent(to: queue) { $0.isCancelled = true }
    }
    dropInbox()
  }

  private func ascend() {
    if isAscending { return }
    isAscending = true
    consumerQueue.push(self, .ascend)
  }

  private func grant(to queue: SerialQueue) {
    guard inFlight <= Self.window / 2, !credit.isNone else { return }
    let count = credit.count(upTo: Self.window - inFlight)
    inFlight += count
    credit -= .max(count)
    postAscent(to: queue) { $0.credit += .max(count) }
  }

  private func postAscent(to queue: SerialQueue, _ change: (inout Ascent) -> Void) {
    let isPosted = ascent.withLock { ascent in
      change(&ascent)
      defer { ascent.isPosted = true }
      return ascent.isPosted
    }
    if !isPosted { queue.post(self, .ascend) }
  }

  private func dropInbox() {
    // Taken out first: a payload's deinit may do anything.
    var dropped = Ring<Payload>()
    swap(&dropped, &inbox)
  }

  /// Gives the consumer at most so many of the values that wait; tells how many it did not get.
  fileprivate func deliver(atMost count: Int) -> Int {
    guard let inlet else { return 0 }
    var arrivals = Arrivals(self, atMost: count)
    inlet.receive(&arrivals, at: port)
    return arrivals.left
  }

  /// The same with the values of a batch.
  fileprivate func deliver(_ batch: Batch, atMost count: Int) -> Int {
    if isClosed { return 0 }
    noteHeld(inFlight)
    if inbox.isEmpty { swap(&inbox, &batch.values) }
    let left = deliver(atMost: count)
    inFlight -= count - left
    if case .remote(let queue) = side, !isClosed { grant(to: queue) }
    return left
  }

  fileprivate func deliver(completion: Completion) {
    guard let inlet else { return }
    isClosed = true
    self.inlet = nil
    inlet.receive(completion: completion, at: port)
  }

  // MARK: The producer's side

  /// The producer's first act: says who takes credit and cancel, and on which queue it lives. Called on `current`;
  /// signals may follow at once where that is `queue`.
  func bind(_ producer: any Subscription, on queue: SerialQueue, from current: SerialQueue) {
    self.producer = producer
    producerQueue = queue
    // Elsewhere it might be asked, or stopped, before its maker has tied it to what is above it: that is done in this
    // turn, and nothing from above comes before the next.
    if queue === current { bindHere() } else { current.push(self, .announce) }
  }

  /// Sends one value down; only with credit. Dropped after a terminal or once the producer was told to stop.
  func send(_ value: consuming Payload) {
    if producerIsDone { return }
    if isLocal {
      if isClosed { return }
      inbox.append(value)
      noteHeld(inbox.count)
      consumerQueue.push(self, .deliver)
    } else {
      guard let producerQueue else { preconditionFailure("an edge must be bound before it carries values") }
      producerQueue.assertCurrent()
      let batch = batch ?? openBatch(on: producerQueue)
      batch.values.append(value)
      if batch.values.count >= Self.window / 2 { flush() }
    }
  }

  /// Sends the terminal, after the values sent before; needs no credit.
  func send(completion: Completion) {
    if producerIsDone { return }
    guard let producerQueue else { preconditionFailure("an edge must be bound before it carries a terminal") }
    producerQueue.assertCurrent()
    producerIsDone = true
    producer = nil
    if producerQueue === consumerQueue {
      if isClosed { return }
      terminal = completion
      consumerQueue.push(self, .deliver)
    } else {
      (batch ?? openBatch(on: producerQueue)).terminal = completion
      flush()
    }
  }

  private func bindHere() {
    guard let queue = producerQueue else { return }
    if queue === consumerQueue {
      side = .local
      isLocal = true
      if isClosed || !credit.isNone { ascend() }
    } else {
      consumerQueue.post(self, .bound)
    }
  }

  private func openBatch(on queue: SerialQueue) -> Batch {
    let opened = Batch(edge: self)
    batch = opened
    queue.flushLater(self)
    return opened
  }
}

extension Link: Flushable {
  func flush() {
    guard let batch = batch.take() else { return }
    consumerQueue.post(batch, .deliver, count: batch.count)
  }
}

extension Link: Runnable {
  func run(_ turn: Turn, times: Int) {
    guard turn == .deliver else {
      for _ in 0..<times { run(turn) }
      return
    }
    let left = inbox.isEmpty ? times : deliver(atMost: times)
    if left > 0, !isClosed, let completion = terminal.take() { deliver(completion: completion) }
  }

  func run(_ turn: Turn) {
    switch turn {
    case .deliver:
      guard let inlet else { return }
      if let value = inbox.popFirst() {
        inlet.receive(value, at: port)
      } else if let completion = terminal.take() {
        deliver(completion: completion)
      }
    case .ascend:
      isAscending = false
      if producerQueue === consumerQueue {
        if isClosed {
          stopProducer()
        } else {
          let credit = credit
          self.credit = .none
          if !credit.isNone { producer?.request(credit) }
        }
      } else {
        let taken = ascent.withLock { ascent in
          defer { ascent = Ascent() }
          return ascent
        }
        if taken.isCancelled {
          stopProducer()
        } else if !taken.credit.isNone {
          producer?.request(taken.credit)
        }
      }
    case .attach:
      guard let (source, context) = pending.take() else { return }
      source.attach(self, in: context)
    case .announce:
      producerQueue?.post(self, .bind)
    case .bind:
      bindHere()
    case .bound:
      guard let queue = producerQueue else { return }
      side = .remote(queue)
      if isClosed {
        postAscent(to: queue) { $0.isCancelled = true }
      } else if !credit.isNone {
        grant(to: queue)
      }
    case .work:
      preconditionFailure("an edge has no other work")
    }
  }

  private func stopProducer() {
    producerIsDone = true
    batch = nil
    producer.take()?.cancel()
  }
}

extension Link {
  /// Has `source` started on this edge, as a turn of `context`. `current` is the queue of the caller.
  func attach(to source: AnySource, in context: SerialQueue, from current: SerialQueue) {
    pending = (source, context)
    if context === current { context.push(self, .attach) } else { context.post(self, .attach) }
  }
}

/// Values that wait for a consumer on its queue, and how many of them it takes in this turn. There are no more once it has
/// cancelled the edge.
struct Arrivals: ~Copyable {
  private let edge: Link
  private(set) var left: Int

  init(_ edge: Link, atMost count: Int) {
    self.edge = edge
    left = count
  }

  mutating func next() -> Payload? {
    if left == 0 { return nil }
    guard let value = edge.inbox.popFirst() else { return nil }
    left -= 1
    return value
  }
}

/// What crosses from one queue to another at once.
private final class Batch: Runnable {
  private let edge: Link
  @exclusivity(unchecked) var values = Ring<Payload>()
  var terminal: Completion?

  init(edge: Link) { self.edge = edge }

  var count: Int { values.count + (terminal == nil ? 0 : 1) }

  func run(_ turn: Turn) { run(turn, times: 1) }

  func run(_ turn: Turn, times: Int) {
    let left = edge.deliver(self, atMost: times)
    if left > 0, let terminal = terminal.take() { edge.deliver(completion: terminal) }
  }
}
