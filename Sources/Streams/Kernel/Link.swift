/// Joins a producer to its consumer: values, then one terminal, go down it in order; credit and cancel go up.
///
/// Where both live on one queue, every signal is a turn in that queue's line. Where they do not, a `Crossing` lies between.
/// The producer says where it lives when it binds; until then the edge keeps the consumer's credit.
///
/// `@unchecked Sendable`: the consumer's fields are touched on `consumerQueue` alone and the producer's on the queue it
/// bound on; what crosses does so by a mailbox. The two-queue tests run under ThreadSanitizer.
@usableFromInline final class Link: Subscription, @unchecked Sendable {
  let consumerQueue: SerialQueue

  // The consumer's. (Unchecked, as the producer's: every access here is over before anybody else is called.)
  @exclusivity(unchecked) private var inlet: (any Inlet)?
  @exclusivity(unchecked) private var inbox = Inbox()
  /// What comes after the inbox; on one queue only.
  @exclusivity(unchecked) private var terminal: Completion?
  /// Asked for and not passed up yet.
  @exclusivity(unchecked) var credit = Demand.none
  @exclusivity(unchecked) private var side = Side.unbound
  @exclusivity(unchecked) private(set) var isClosed = false
  @exclusivity(unchecked) private var isAscending = false
  private let port: Int32

  // The producer's.
  @exclusivity(unchecked) private(set) var isLocal = false
  @exclusivity(unchecked) private var isLeaf = false
  @exclusivity(unchecked) private var producerIsDone = false
  @exclusivity(unchecked) private var producer: (any Subscription)?
  /// Made by the producer as it binds, where it lives on another queue.
  @exclusivity(unchecked) private var crossing: Crossing?

  /// Counts what waits here, where that was asked for.
  private var probe: EdgeProbe?

  /// Where the producer lives, as far as the consumer knows.
  private enum Side: UInt8 {
    /// There is none yet.
    case unbound
    /// There is none: the one value is in the inbox already, and goes with the first credit.
    case known
    /// On the consumer's queue.
    case local
    /// On the consumer's queue; it has nothing above it, and answers a request by sending.
    case leaf
    /// Beyond the crossing.
    case remote
  }

  init(to inlet: any Inlet, port: Int, on queue: SerialQueue) {
    self.inlet = inlet
    self.port = Int32(truncatingIfNeeded: port)
    self.consumerQueue = queue
    probe = queue.edgeMonitor?.probe(inlet.edgeName(at: port))
  }

  /// The consumer keeps so many of this edge's values, or the producer so many for it: for the edge's high-water mark.
  func noteHeld(_ count: @autoclosure () -> Int) {
    if let probe { probe.note(count()) }
  }

  /// What the edge is called in its high-water mark, where the producer knows better than the consumer.
  func rename(_ name: @autoclosure () -> String) {
    if let probe { self.probe = probe.renamed(name()) }
  }

  // MARK: The consumer's side

  @usableFromInline func request(_ demand: Demand) {
    precondition(!demand.isNone, "a consumer must not ask for no values")
    consumerQueue.assertCurrent()
    if isClosed { return }
    switch side {
    case .known:
      side = .local
      noteHeld(1)
      // The value, and the end.
      for _ in 1...2 { consumerQueue.push(self, .deliver) }
    case .leaf: producer?.request(demand)
    case .unbound: credit += demand
    case .local:
      credit += demand
      ascend()
    case .remote:
      credit += demand
      crossing?.grant(on: self)
    }
  }

  @usableFromInline func cancel() {
    consumerQueue.assertCurrent()
    if isClosed { return }
    isClosed = true
    inlet = nil
    switch side {
    case .unbound, .known: break
    case .local, .leaf: ascend()
    case .remote: crossing?.cancel(on: self)
    }
    // Taken out first: a payload's deinit may do anything.
    var dropped = Inbox()
    swap(&dropped, &inbox)
  }

  private func ascend() {
    if isAscending { return }
    isAscending = true
    consumerQueue.push(self, .ascend)
  }

  /// The first of the values that wait. (A method, since the thread sanitizer takes a change from outside the class for one
  /// of the whole object, which the producer's queue may be reading.)
  func takeFirst() -> Payload? { inbox.popFirst() }

  /// Has the values of a batch wait here, where none of an earlier one do.
  func admit(_ values: inout Inbox) {
    if inbox.isEmpty { swap(&inbox, &values) }
  }

  /// Gives the consumer at most so many of the values that wait; tells how many it did not get.
  func deliver(atMost count: Int) -> Int {
    guard let inlet, !inbox.isEmpty else { return count }
    var arrivals = Arrivals(self, atMost: count)
    inlet.receive(&arrivals, at: Int(port))
    return arrivals.left
  }

  func deliver(completion: Completion) {
    guard let inlet else { return }
    isClosed = true
    self.inlet = nil
    inlet.receive(completion: completion, at: Int(port))
  }

  // MARK: The producer's side

  /// The producer's first act: says who takes credit and cancel, and on which queue it lives. Called on `current`;
  /// signals may follow at once where that is `queue`.
  ///
  /// - Parameter isLeaf: Nothing is above it, and `request` does nothing but send: it may be called at once.
  func bind(
    _ producer: any Subscription, on queue: SerialQueue, from current: SerialQueue, isLeaf: Bool = false
  ) {
    self.producer = producer
    self.isLeaf = isLeaf
    isLocal = queue === consumerQueue
    if !isLocal { crossing = Crossing(from: queue) }
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
      boundCrossing.send(value, on: self)
    }
  }

  /// Sends the terminal, after the values sent before; needs no credit.
  func send(completion: Completion) {
    if producerIsDone { return }
    producerIsDone = true
    producer = nil
    if isLocal {
      if isClosed { return }
      terminal = completion
      consumerQueue.push(self, .deliver)
    } else {
      boundCrossing.send(completion: completion, on: self)
    }
  }

  /// Instead of a producer: the one value there will be. On the consumer's queue.
  func hold(_ value: consuming Payload) {
    if isClosed { return }
    isLocal = true
    inbox.append(value)
    terminal = .finished
    side = .known
    if !credit.isNone { request(credit) }
  }

  private var boundCrossing: Crossing {
    guard let crossing else { preconditionFailure("an edge must be bound before it carries anything") }
    return crossing
  }

  private func bindHere() {
    if isLocal {
      side = isLeaf ? .leaf : .local
      if isClosed || !credit.isNone { ascend() }
    } else {
      consumerQueue.post(self, .bound)
    }
  }

  func stopProducer() {
    producerIsDone = true
    crossing?.dropBatch()
    producer.take()?.cancel()
  }

  func passUp(_ credit: Demand) { producer?.request(credit) }
}

extension Link: Runnable {
  func run(_ turn: Turn, times: Int) {
    guard turn == .deliver else {
      for _ in 0..<times { run(turn) }
      return
    }
    let left = deliver(atMost: times)
    if left > 0, !isClosed, let completion = terminal.take() { deliver(completion: completion) }
  }

  func run(_ turn: Turn) {
    switch turn {
    case .deliver:
      guard let inlet else { return }
      if let value = inbox.popFirst() {
        inlet.receive(value, at: Int(port))
      } else if let completion = terminal.take() {
        deliver(completion: completion)
      }
    case .ascend:
      guard isLocal else { return boundCrossing.ascend(on: self) }
      isAscending = false
      if isClosed { return stopProducer() }
      let credit = credit
      self.credit = .none
      if !credit.isNone { passUp(credit) }
    case .announce: (crossing?.producerQueue ?? consumerQueue).post(self, .bind)
    case .bind: bindHere()
    case .bound:
      side = .remote
      if isClosed { crossing?.cancel(on: self) } else { crossing?.grant(on: self) }
    case .work: preconditionFailure("an edge has no other work")
    }
  }
}
