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

  // The consumer's.
  let consumerQueue: SerialQueue
  private let port: Int
  private var inlet: (any Inlet)?
  private var isClosed = false
  private var side: Side = .unbound
  /// Asked for and not passed up yet.
  private var credit = Demand.none
  /// Passed up and not delivered yet; between two queues only.
  private var inFlight = 0
  /// What is being delivered; between two queues only.
  private var delivering: UnsafeMutablePointer<Ring<Payload>>?

  // The producer's.
  private var producer: (any Subscription)?
  private var producerQueue: SerialQueue?
  private var producerIsDone = false
  private var batch: Batch?
  /// Values and terminal on their way; on one queue only.
  /// Behind a pointer of its own: a stored property would be checked for overlapping access at every value.
  private let inbox: UnsafeMutablePointer<Ring<Payload>>
  private var terminal: Completion?
  private var isAscending = false
  private var isLocal = false

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
    inbox = .allocate(capacity: 1)
    inbox.initialize(to: Ring())
  }

  deinit {
    inbox.deinitialize(count: 1)
    inbox.deallocate()
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
    for values in [inbox, delivering] {
      guard let values else { continue }
      // Taken out first: a payload's deinit may do anything.
      let dropped = values.move()
      values.initialize(to: Ring())
      _ = consume dropped
    }
  }

  /// Values of a batch, at most so many; tells how many.
  fileprivate func deliver(_ values: UnsafeMutablePointer<Ring<Payload>>, atMost count: Int) -> Int {
    guard let inlet else { return count }
    noteHeld(inFlight)
    var arrivals = Arrivals(values, atMost: count)
    delivering = values
    inlet.receive(&arrivals, at: port)
    delivering = nil
    let taken = count - arrivals.left
    inFlight -= taken
    if case .remote(let queue) = side, !isClosed { grant(to: queue) }
    return taken
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
    if queue === current { bindHere() } else { queue.post(self, .bind) }
  }

  /// Sends one value down; only with credit. Dropped after a terminal or once the producer was told to stop.
  func send(_ value: consuming Payload) {
    if producerIsDone { return }
    if isLocal {
      if isClosed { return }
      inbox.pointee.append(value)
      noteHeld(inbox.pointee.count)
      consumerQueue.push(self, .deliver)
    } else {
      guard let producerQueue else { preconditionFailure("an edge must be bound before it carries values") }
      producerQueue.assertCurrent()
      let batch = batch ?? openBatch(on: producerQueue)
      batch.values.pointee.append(value)
      if batch.values.pointee.count >= Self.window / 2 { flush() }
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
    guard let inlet else { return }
    var arrivals = Arrivals(inbox, atMost: times)
    inlet.receive(&arrivals, at: port)
    if arrivals.left > 0, !isClosed, let completion = terminal.take() { deliver(completion: completion) }
  }

  func run(_ turn: Turn) {
    switch turn {
    case .deliver:
      guard let inlet else { return }
      if let value = inbox.pointee.popFirst() {
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

/// What crosses from one queue to another at once.
private final class Batch: Runnable {
  private let edge: Link
  let values: UnsafeMutablePointer<Ring<Payload>>
  var terminal: Completion?

  init(edge: Link) {
    self.edge = edge
    values = .allocate(capacity: 1)
    values.initialize(to: Ring())
  }

  deinit {
    values.deinitialize(count: 1)
    values.deallocate()
  }

  var count: Int { values.pointee.count + (terminal == nil ? 0 : 1) }

  func run(_ turn: Turn) { run(turn, times: 1) }

  func run(_ turn: Turn, times: Int) {
    let now = min(times, values.pointee.count)
    let taken = now > 0 ? edge.deliver(values, atMost: now) : 0
    if times > taken, let terminal = terminal.take() { edge.deliver(completion: terminal) }
  }
}
